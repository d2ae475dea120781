package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SourceOffset;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/**
 * Converts rows to source records: restores the original record, or makes a new record with the row as its value, as
 * {@link SendMode} says. One for each task.
 */
public final class RecordConverter {
    private final SendMode mode;
    private final RestoreConverter restoreConverter;
    private final RowConverter rowConverter;

    /** @param targets the topics that restored records are sent to */
    public RecordConverter(SendSettings settings, TargetTopics targets) {
        this.mode = settings.mode();
        this.restoreConverter = new RestoreConverter(settings, targets);
        this.rowConverter = new RowConverter(settings);
    }

    /**
     * Converts a row.
     *
     * @param path of the row's file
     * @param row counts from 0
     * @param offset the source offset of the record: the position after the row
     * @throws ConnectException with file, row and remedy when the row cannot be converted
     */
    public SentRecord convert(String path, long row, StoredRecord stored, SourceOffset offset) {
        if (isNewRecord(stored)) {
            return rowConverter.convert(path, row, stored, offset);
        }
        if (stored.kafka().isEmpty()) {
            throw new ConfigMismatchException(
                    SendSettings.MODE,
                    "the rows of " + path + " cannot be restored: the file has no Kafka metadata, which the Parquetry"
                            + " sink writes with record.metadata=kafka; set " + SendSettings.MODE
                            + " to rows or auto to send the rows as new records, or exclude the file by "
                            + DiscoverySettings.PATH_EXCLUDE);
        }
        try {
            return restoreConverter.convert(path, row, stored, stored.kafka().get(), offset);
        } catch (ConfigMismatchException e) {
            throw e;
        } catch (DataException e) {
            throw RowConverter.withRow(path, row, e);
        }
    }

    private boolean isNewRecord(StoredRecord stored) {
        return mode == SendMode.ROWS || mode == SendMode.AUTO && stored.kafka().isEmpty();
    }

    /**
     * The timestamp of the record of a row; null when it has none.
     *
     * @throws ConnectException with file and row when the timestamp cannot be read
     */
    public Long timestampMs(String path, long row, StoredRecord stored) {
        return isNewRecord(stored)
                ? rowConverter.timestampMs(path, row, stored)
                : stored.kafka().flatMap(RestoreConverter::timestampMs).orElse(null);
    }
}

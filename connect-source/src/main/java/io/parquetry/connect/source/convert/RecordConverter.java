package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.SendKeys;
import io.parquetry.connect.source.config.SendMode;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.topic.TargetTopics;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Makes source records of rows: of each row the record that it was, or one of its own, as {@link SendMode} says. One for
 * each task.
 */
public final class RecordConverter {
    private final SendMode mode;
    private final RestoreConverter restored;
    private final RowConverter rows;

    /** @param targets where records come back to */
    public RecordConverter(SendSettings settings, TargetTopics targets) {
        this.mode = settings.mode();
        this.restored = new RestoreConverter(settings.restore(), targets);
        this.rows = new RowConverter(settings.rows());
    }

    /**
     * The record of a row.
     *
     * @param path of the row's file
     * @param row counts from 0
     * @param offset the position behind the row, which the record carries
     * @throws ConnectException with file, row and remedy when it cannot be sent
     */
    public SentRecord convert(String path, long row, StoredRecord stored, SourceOffset offset) {
        if (isOwn(stored)) {
            return rows.record(path, row, stored, offset);
        }
        if (stored.kafka().isEmpty()) {
            throw new ConfigMismatchException(
                    SendKeys.MODE,
                    "the rows of " + path + " do not say which records they were, as the Parquetry"
                            + " sink writes it with record.metadata=kafka; set " + SendKeys.MODE
                            + " to rows or auto to send them as records of their own, or leave the file out by "
                            + FindKeys.PATH_EXCLUDE);
        }
        return restored.record(stored, stored.kafka().get(), offset);
    }

    private boolean isOwn(StoredRecord stored) {
        return mode == SendMode.ROWS || mode == SendMode.AUTO && stored.kafka().isEmpty();
    }

    /**
     * When the record of a row was; null when that is not known.
     *
     * @throws ConnectException with file and row when it cannot be told
     */
    public Long timestampMs(String path, long row, StoredRecord stored) {
        return isOwn(stored)
                ? rows.timestampMs(path, row, stored)
                : stored.kafka().flatMap(RestoreConverter::timestampMs).orElse(null);
    }
}

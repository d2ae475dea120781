package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.log.Escaped;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.config.BadRowSettings;
import io.parquetry.connect.source.config.BadRowSettings.OnBadRow;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;

/** What becomes of rows that cannot be sent: they fail the task, are passed over, or go to a topic of their own. */
public final class BadRows {
    static final String ERROR_HEADER = "parquet.error";

    private static final Log LOG = Log.of(BadRows.class);

    private final BadRowSettings settings;
    private String loggedPath = "";

    public BadRows(BadRowSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /** Whether a bad row fails the task. */
    public boolean failTask() {
        return settings.policy() == OnBadRow.FAIL;
    }

    /** Whether a record of this size is too large to be sent. */
    public boolean isTooLarge(long bytes) {
        return settings.bytesMax() > 0 && bytes > settings.bytesMax();
    }

    /** The fault of a record that is too large. */
    public BadRowException tooLarge(String path, long row, long bytes) {
        return new BadRowException(
                path,
                row,
                "it has about " + bytes + " bytes, more than the " + settings.bytesMax() + " of "
                        + BadRowSettings.RECORD_MAX_BYTES + " or max.request.size of the producer",
                null);
    }

    /**
     * The record to send in place of a bad row; empty when the row is passed over.
     *
     * @param offset the position after the row
     * @throws BadRowException when a bad row fails the task
     */
    public Optional<SentRecord> replace(
            String path, long row, StoredRecord stored, long bytes, SourceOffset offset, BadRowException fault) {
        if (failTask()) {
            throw fault;
        }
        if (!path.equals(loggedPath)) {
            loggedPath = path;
            LOG.warn(
                    "{}. It is {}, and so are further such rows of the file, without a line for each",
                    fault.getMessage(),
                    settings.topic().map(topic -> "sent to " + topic).orElse("left out"));
        }
        return settings.topic().map(topic -> dead(topic, path, row, stored, bytes, offset, fault));
    }

    private SentRecord dead(
            String topic,
            String path,
            long row,
            StoredRecord stored,
            long bytes,
            SourceOffset offset,
            BadRowException fault) {
        Headers headers = new ConnectHeaders()
                .addString(RowConverter.FILE_HEADER, path)
                .addLong(RowConverter.ROW_HEADER, row)
                .addString(ERROR_HEADER, Escaped.text(fault.reason()));
        boolean fits = !isTooLarge(bytes);
        return new SentRecord(
                offset,
                topic,
                null,
                fits ? stored.kafka().map(StoredRecord.KafkaMetadata::keySchema).orElse(null) : null,
                fits ? stored.kafka().map(StoredRecord.KafkaMetadata::key).orElse(null) : null,
                fits ? stored.valueSchema() : null,
                fits ? stored.value() : null,
                null,
                headers);
    }
}

package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.log.Escaped;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.BadRowSettings;
import io.parquetry.connect.source.config.BadRowSettings.OnBadRow;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SourceOffset;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;

/** What becomes of rows that cannot be sent: they fail the task, are passed over, or go to a topic of their own. */
public final class BadRows {
    static final String ERROR_HEADER = "parquet.error";

    private static final Log LOG = Log.of(BadRows.class);

    private static final int LOGGED_MAX = 1_000;

    private final BadRowSettings settings;
    private final TargetTopics targets;

    /** The files whose first bad row was logged: rows of several files may take turns. */
    private final Set<String> logged = new HashSet<>();

    public BadRows(BadRowSettings settings, TargetTopics targets) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.targets = Objects.requireNonNull(targets, "targets");
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
     * @param bytesMin the bytes that are sent at least, if they are more than a limit
     * @param offset the position after the row
     * @throws ConnectException when a bad row fails the task, or the topic of bad rows does not take it either
     */
    public Optional<SentRecord> replace(
            String path,
            long row,
            StoredRecord stored,
            long bytes,
            LongUnaryOperator bytesMin,
            SourceOffset offset,
            BadRowException fault) {
        if (failTask()) {
            throw fault;
        }
        if (!logged.contains(path)) {
            if (logged.size() == LOGGED_MAX) {
                logged.clear();
            }
            logged.add(path);
            LOG.warn(
                    "{}. It is {}, and so are further such rows of the file, without a line for each",
                    fault.getMessage(),
                    settings.topic().map(topic -> "sent to " + topic).orElse("left out"));
        }
        return settings.topic().map(topic -> {
            SentRecord whole = dead(topic, path, row, stored, offset, fault);
            if (!isTooLarge(bytes) && targets.refusal(whole, bytesMin).isEmpty()) {
                return whole;
            }
            SentRecord empty = dead(topic, path, row, null, offset, fault);
            requireTaken(empty, fault);
            return empty;
        });
    }

    /** Without key and value, a row is refused by a topic that cannot be there, or one that takes no such row. */
    private void requireTaken(SentRecord empty, BadRowException fault) {
        targets.refusal(empty, limit -> 0).ifPresent(reason -> {
            throw new ConnectException(
                    fault.getMessage() + ". It cannot go to the topic of bad rows either: " + reason, fault);
        });
    }

    /** @param stored null to leave out key and value */
    private SentRecord dead(
            String topic, String path, long row, StoredRecord stored, SourceOffset offset, BadRowException fault) {
        SchemaAndValue key = Optional.ofNullable(stored)
                .flatMap(StoredRecord::kafka)
                .map(kafka -> new SchemaAndValue(kafka.keySchema(), kafka.key()))
                .orElse(SchemaAndValue.NULL);
        return new SentRecord(
                offset,
                topic,
                null,
                key,
                stored == null ? SchemaAndValue.NULL : new SchemaAndValue(stored.valueSchema(), stored.value()),
                null,
                headers(path, row, fault));
    }

    private Headers headers(String path, long row, BadRowException fault) {
        Headers headers = new ConnectHeaders()
                .addString(RowConverter.FILE_HEADER, path)
                .addLong(RowConverter.ROW_HEADER, row)
                .addString(ERROR_HEADER, Escaped.text(fault.reason()));
        return switch (settings.headers()) {
            case TEXT -> headers;
            case BYTES -> HeaderBytes.of(headers);
            case NEITHER -> new ConnectHeaders();
        };
    }
}

package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.config.HeaderConverterKey;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.errors.BadRecords;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** Warns once in a task when a header comes neither as bytes nor as text: a converter has guessed its type. */
final class HeaderCheck {
    private static final Log LOG = Log.of(HeaderCheck.class);

    private boolean done;

    /** @param stored whether headers are stored at all */
    HeaderCheck(boolean stored) {
        this.done = !stored;
    }

    void check(SinkRecord record) {
        if (done || record.headers().isEmpty()) {
            return;
        }
        for (Header header : record.headers()) {
            if (!isKept(header)) {
                LOG.warn(
                        "{}: the header {} comes as {} and may not come back as the same bytes. Set {}={} in the"
                                + " connector's configuration",
                        BadRecords.place(record),
                        header.key(),
                        header.schema() == null
                                ? "a value without schema"
                                : header.schema().type(),
                        HeaderConverterKey.KEY,
                        HeaderConverterKey.OF_BYTES);
                done = true;
                return;
            }
        }
    }

    private static boolean isKept(Header header) {
        return header.schema() != null
                && (header.schema().type() == Schema.Type.STRING
                        || header.schema().type() == Schema.Type.BYTES
                                && header.schema().name() == null);
    }
}

package io.parquetry.cli.write;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/** Records that are read from text. */
interface RecordSource extends Closeable {
    /** Takes a record. */
    @FunctionalInterface
    interface Consumer {
        void accept(Map<String, Object> record) throws IOException;
    }

    /**
     * Hands on the next record; a fault has its place in the text, also one that the consumer finds.
     *
     * @return whether there was one
     */
    boolean next(Consumer consumer) throws IOException;

    /** The number of bytes read so far. */
    long bytes();
}

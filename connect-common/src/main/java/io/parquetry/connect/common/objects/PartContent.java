package io.parquetry.connect.common.objects;

import java.io.BufferedInputStream;
import java.io.InputStream;
import java.nio.channels.FileChannel;

/** The bytes of a part of an upload. */
public sealed interface PartContent {
    long length();

    /** A range of a file of the local disk. */
    record OfFile(FileChannel file, long begin, long length) implements PartContent {
        /** Clients read 4 KiB at a time. */
        private static final int READ_BYTES = 64 << 10;

        /** The bytes from the first one on; several streams may be open. */
        public InputStream open() {
            return new BufferedInputStream(new PartStream(file, begin, length), READ_BYTES);
        }

        /** The same without a buffer, for a client that reads much at a time and marks and resets it. */
        public InputStream openRepeatable() {
            return new PartStream(file, begin, length);
        }
    }

    /**
     * A range of an object.
     *
     * @param version that the object must have
     * @param isWhole whether that is all of it
     */
    record OfObject(String key, String version, long begin, long length, boolean isWhole) implements PartContent {}
}

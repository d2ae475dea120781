package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.metadata.Encoding;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * The encoding, of several, in which a page takes the fewest bytes, compressed as in the file.
 *
 * @param encoding the smallest one
 * @param bytes of the compressed page
 */
record MeasuredEncoding(Encoding encoding, int bytes) {
    /** An encoding must save one byte in so many to be preferred to one that stands before it in the list. */
    private static final int SAVED_SHARE = 100;

    /** @param pageBytes the size of the page whose values are appended */
    static MeasuredEncoding smallest(
            List<Encoding> encodings, ValueBuffer values, ToIntFunction<Consumer<ByteAppender>> pageBytes) {
        MeasuredEncoding smallest = null;
        for (Encoding encoding : encodings) {
            int bytes = pageBytes.applyAsInt(body -> values.encode(encoding, body));
            if (smallest == null || bytes < smallest.bytes - smallest.bytes / SAVED_SHARE) {
                smallest = new MeasuredEncoding(encoding, bytes);
            }
        }
        return smallest;
    }
}

package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.metadata.Encoding;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Which of several encodings takes the fewest bytes for a page, compressed as in the file.
 *
 * @param best that encoding
 * @param bytes of the compressed page
 */
record EncodingTrial(Encoding best, int bytes) {
    /** An encoding must save one byte in so many to be preferred to one that stands before it in the list. */
    private static final int SAVED_SHARE = 100;

    /** @param pageBytes the size of the page whose values are appended */
    static EncodingTrial of(
            List<Encoding> encodings, ValueBuffer values, ToIntFunction<Consumer<ByteAppender>> pageBytes) {
        EncodingTrial best = null;
        for (Encoding encoding : encodings) {
            int bytes = pageBytes.applyAsInt(body -> values.encode(encoding, body));
            if (best == null || bytes < best.bytes - best.bytes / SAVED_SHARE) {
                best = new EncodingTrial(encoding, bytes);
            }
        }
        return best;
    }
}

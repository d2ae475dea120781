package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.column.write.EncodingHint.LevelVerdict;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.metadata.Encoding;

/**
 * Chooses the level of the codec for a chunk's data pages: the faster one where it makes the first page hardly
 * larger, as with indexes of dictionaries and with values that hardly repeat. It is tried again when the encoding
 * changes.
 */
final class ChunkLevel {
    private final PageWriter pages;
    private final Learned<LevelVerdict> hint;
    /** Null before the first page. */
    private LevelVerdict verdict;

    ChunkLevel(ColumnContext context) {
        this.pages = context.pages();
        this.hint = context.hint().level();
    }

    void startChunk() {
        verdict = null;
    }

    /** Whether the page that is begun, which has this encoding, takes the faster level. */
    boolean isFaster(Encoding encoding) {
        if (!pages.hasFasterLevel()) {
            return false;
        }
        if (verdict == null && !hint.startChunk()) {
            verdict = hint.outcome();
        }
        if (verdict == null || verdict.encoding() != encoding) {
            boolean isFirst = verdict == null;
            verdict = new LevelVerdict(encoding, pages.fasterIsAsSmall());
            if (isFirst) {
                hint.learn(verdict);
            }
        }
        return verdict.fasterIsAsSmall();
    }
}

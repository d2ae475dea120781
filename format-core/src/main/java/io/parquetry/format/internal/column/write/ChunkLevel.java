package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.column.write.ColumnHints.LevelDecision;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.metadata.Encoding;

/**
 * Chooses the level of the codec for a chunk's data pages: the faster one where it makes the first page hardly
 * larger, as with indexes of dictionaries and with values that hardly repeat. It is decided again when the
 * encoding changes.
 */
final class ChunkLevel {
    private final PageWriter pages;
    private final Hint<LevelDecision> hint;
    /** Null before the first page. */
    private LevelDecision decision;

    ChunkLevel(ColumnContext context) {
        this.pages = context.pages();
        this.hint = context.hints().level();
    }

    void startChunk() {
        decision = null;
    }

    /** Whether the page that is begun, which has this encoding, takes the faster level. */
    boolean isFaster(Encoding encoding) {
        if (!pages.hasFasterLevel()) {
            return false;
        }
        if (decision == null && !hint.startChunk()) {
            decision = hint.decision();
        }
        if (decision == null || decision.encoding() != encoding) {
            boolean isFirst = decision == null;
            decision = new LevelDecision(encoding, pages.fasterIsAsSmall());
            if (isFirst) {
                hint.learn(decision);
            }
        }
        return decision.fasterIsAsSmall();
    }
}

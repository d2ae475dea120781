package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.column.write.ColumnHints.LevelDecision;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.metadata.Encoding;

/**
 * Chooses the compressor of a chunk's data pages by its first page: a faster one where the page is no larger, or hardly
 * larger where no level was asked for, as with indexes of dictionaries and with values that hardly repeat. It is chosen
 * again when the encoding changes.
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

    /** Which compressor of the choice the page that is begun takes, which has this encoding. */
    int compressor(Encoding encoding) {
        if (!pages.hasChoice()) {
            return 0;
        }
        if (decision == null && !hint.startChunk()) {
            decision = hint.decision();
        }
        if (decision == null || decision.encoding() != encoding) {
            boolean isFirst = decision == null;
            decision = new LevelDecision(encoding, pages.chooseCompressor());
            if (isFirst) {
                hint.learn(decision);
            }
        }
        return decision.compressor();
    }
}

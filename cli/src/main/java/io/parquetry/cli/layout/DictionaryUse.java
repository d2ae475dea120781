package io.parquetry.cli.layout;

import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.PageType;
import java.util.List;
import java.util.Optional;

/**
 * How many data pages of a chunk hold ids of its dictionary, and how many hold values. A writer that gives its
 * dictionary up writes values from then on, so the former come first.
 *
 * @param dictionaryPages data pages with ids
 * @param otherPages data pages with values
 */
record DictionaryUse(long dictionaryPages, long otherPages) {
    /** As footer or page headers say; absent where neither does. */
    static Optional<DictionaryUse> of(ChunkOutline chunk) {
        List<PageEncodingStats> stats = chunk.metadata().pageEncodings();
        if (!stats.isEmpty()) {
            long with = 0;
            long without = 0;
            for (PageEncodingStats stat : stats) {
                boolean data =
                        stat.pageTypeId() == PageType.DATA_PAGE.id() || stat.pageTypeId() == PageType.DATA_PAGE_V2.id();
                with += data && isDictionary(stat.encodingId()) ? stat.pages() : 0;
                without += data && !isDictionary(stat.encodingId()) ? stat.pages() : 0;
            }
            return Optional.of(new DictionaryUse(with, without));
        }
        List<PageOutline> pages = chunk.dataPages();
        boolean known = chunk.pagesAre() == ChunkOutline.PagesAre.ALL
                && pages.stream().allMatch(page -> page.encodingId().isPresent());
        if (!known) {
            return Optional.empty();
        }
        long with = pages.stream()
                .filter(page -> isDictionary((int) page.encodingId().getAsLong()))
                .count();
        return Optional.of(new DictionaryUse(with, pages.size() - with));
    }

    private static boolean isDictionary(int encodingId) {
        return encodingId == Encoding.RLE_DICTIONARY.id() || encodingId == Encoding.PLAIN_DICTIONARY.id();
    }

    boolean isGivenUp() {
        return dictionaryPages > 0 && otherPages > 0;
    }

    boolean isUsed() {
        return dictionaryPages > 0;
    }
}

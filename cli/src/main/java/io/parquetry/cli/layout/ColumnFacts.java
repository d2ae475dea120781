package io.parquetry.cli.layout;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** What is known of one column over the row groups of the outline. */
final class ColumnFacts {
    private final LeafColumn leaf;
    private final List<ChunkOutline> chunks = new ArrayList<>();
    private final Set<String> codecs = new TreeSet<>();
    private final Set<String> encodings = new TreeSet<>();
    private final Optional<BoundScale> scale;
    private long bytes;
    private long rawBytes;
    private long entries;
    private long nulls;
    private boolean nullsAreKnown = true;
    private long dictionaryBytes;

    private ColumnFacts(LeafColumn leaf, List<ChunkOutline> chunks) {
        this.leaf = leaf;
        chunks.forEach(this::add);
        this.scale = BoundScale.of(leaf.type(), bounds());
    }

    /** The facts of every column, in the order of the schema. */
    static List<ColumnFacts> of(FileOutline outline) {
        List<LeafColumn> leaves = outline.footer().orElseThrow().schema().leaves();
        List<List<ChunkOutline>> byColumn = new ArrayList<>();
        leaves.forEach(leaf -> byColumn.add(new ArrayList<>()));
        outline.chunks().forEach(chunk -> byColumn.get(chunk.leaf().ordinal()).add(chunk));
        return leaves.stream()
                .map(leaf -> new ColumnFacts(leaf, byColumn.get(leaf.ordinal())))
                .toList();
    }

    private void add(ChunkOutline chunk) {
        chunks.add(chunk);
        bytes += chunk.metadata().bytes().compressed();
        rawBytes += chunk.metadata().bytes().uncompressed();
        entries += chunk.metadata().entries();
        OptionalLong chunkNulls = nulls(chunk);
        nullsAreKnown &= chunkNulls.isPresent();
        nulls += chunkNulls.orElse(0);
        dictionaryBytes += chunk.dictionary().map(PageOutline::bytes).orElse(0L);
        codecs.add(ColumnText.codec(chunk.metadata()));
        chunk.metadata().encodingIds().forEach(id -> encodings.add(ColumnText.encoding(id)));
    }

    /** The nulls of a chunk, by its statistics or else by those of its pages. */
    static OptionalLong nulls(ChunkOutline chunk) {
        OptionalLong stated = ColumnText.nulls(chunk.metadata().statistics());
        List<PageOutline> pages = chunk.dataPages();
        boolean counted = chunk.pagesAre() == ChunkOutline.PagesAre.ALL
                && !pages.isEmpty()
                && pages.stream().allMatch(page -> page.nulls().isPresent());
        if (stated.isPresent() || !counted) {
            return stated;
        }
        return OptionalLong.of(
                pages.stream().mapToLong(page -> page.nulls().getAsLong()).sum());
    }

    private List<byte[]> bounds() {
        List<byte[]> bounds = new ArrayList<>();
        for (ChunkOutline chunk : chunks) {
            min(chunk).ifPresent(bounds::add);
            max(chunk).ifPresent(bounds::add);
            for (PageOutline page : chunk.pages()) {
                page.min().ifPresent(bounds::add);
                page.max().ifPresent(bounds::add);
            }
        }
        return bounds;
    }

    static Optional<byte[]> min(ChunkOutline chunk) {
        return chunk.metadata().statistics().flatMap(Statistics::min).map(Statistics.Bound::value);
    }

    static Optional<byte[]> max(ChunkOutline chunk) {
        return chunk.metadata().statistics().flatMap(Statistics::max).map(Statistics.Bound::value);
    }

    LeafColumn leaf() {
        return leaf;
    }

    List<ChunkOutline> chunks() {
        return chunks;
    }

    Set<String> codecs() {
        return codecs;
    }

    Set<String> encodings() {
        return encodings;
    }

    /** Places the bounds of its chunks and pages. */
    Optional<BoundScale> scale() {
        return scale;
    }

    long bytes() {
        return bytes;
    }

    /** Before compression. */
    long rawBytes() {
        return rawBytes;
    }

    long entries() {
        return entries;
    }

    /** Absent when a chunk does not say. */
    OptionalLong nulls() {
        return nullsAreKnown ? OptionalLong.of(nulls) : OptionalLong.empty();
    }

    /** Of the dictionary pages that are known. */
    long dictionaryBytes() {
        return dictionaryBytes;
    }

    long chunksWithDictionary() {
        return uses().stream().filter(DictionaryUse::isUsed).count();
    }

    long chunksThatGaveUp() {
        return uses().stream().filter(DictionaryUse::isGivenUp).count();
    }

    private List<DictionaryUse> uses() {
        return chunks.stream()
                .flatMap(chunk -> DictionaryUse.of(chunk).stream())
                .toList();
    }

    /**
     * The part of its pages that a search for one value must read, on average over the lower bounds of the pages: near
     * 0 where the column is sorted, 1 where every page holds everything. Absent with fewer than two pages with bounds.
     */
    OptionalDouble searchedPart() {
        List<int[]> spans = new ArrayList<>();
        for (ChunkOutline chunk : chunks) {
            for (PageOutline page : chunk.dataPages()) {
                if (scale.isPresent() && page.min().isPresent() && page.max().isPresent()) {
                    int from = scale.get().position(page.min().get()).orElse(0);
                    int to = scale.get().position(page.max().get()).orElse(BoundScale.LENGTH);
                    spans.add(new int[] {from, to});
                }
            }
        }
        if (spans.size() < 2) {
            return OptionalDouble.empty();
        }
        // By place on the scale, not page by page: a file may have ten thousands of pages.
        int[] covering = new int[BoundScale.LENGTH + 2];
        for (int[] span : spans) {
            covering[span[0]]++;
            covering[Math.max(span[0], span[1]) + 1]--;
        }
        for (int i = 1; i < covering.length; i++) {
            covering[i] += covering[i - 1];
        }
        return OptionalDouble.of(
                spans.stream().mapToInt(span -> covering[span[0]]).average().orElse(0) / spans.size());
    }

    /** Whether the bounds of every chunk's pages rise. */
    boolean rises() {
        return !chunks.isEmpty()
                && chunks.stream()
                        .allMatch(chunk -> chunk.order()
                                .filter(order ->
                                        order == io.parquetry.format.metadata.ColumnIndex.BoundaryOrder.ASCENDING)
                                .isPresent());
    }

    /** Names of columns, the first three. */
    static String names(List<ColumnFacts> columns) {
        String first = String.join(
                ", ",
                columns.stream()
                        .limit(3)
                        .map(column -> column.leaf.dottedPath())
                        .toList());
        return columns.size() > 3 ? first + " and " + (columns.size() - 3) + " more" : first;
    }
}

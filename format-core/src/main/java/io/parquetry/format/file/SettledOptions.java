package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.ChunkSettings;
import io.parquetry.format.internal.column.ColumnChunkWriters;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.statistics.BloomFilterSettings;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The options of a file against its schema: what each column gets, settled and checked before the first byte. */
final class SettledOptions {
    private static final ColumnOptions NO_OPTIONS = ColumnOptions.builder().build();

    private final MessageType schema;
    private final WriterOptions options;

    private SettledOptions(MessageType schema, WriterOptions options) {
        this.schema = schema;
        this.options = options;
    }

    /** @throws UsageException when options name what the schema does not have, or do not fit a column's type */
    static SettledOptions of(MessageType schema, WriterOptions options) {
        Set<String> columns = new HashSet<>();
        schema.leaves().forEach(leaf -> columns.add(leaf.dottedPath()));
        for (String named : options.columns().keySet()) {
            if (!columns.contains(named)) {
                throw unknown("options are given for", named, schema);
            }
        }
        return new SettledOptions(schema, options);
    }

    private static UsageException unknown(String what, String column, MessageType schema) {
        return new UsageException(what + " column " + column + ", which the schema does not have; its columns are "
                + schema.leaves().stream().map(LeafColumn::dottedPath).toList());
    }

    ColumnChunkWriters columns() {
        List<ChunkSettings> settings = new ArrayList<>();
        List<PageWriter> pages = new ArrayList<>();
        Map<ChunkSettings, ChunkSettings> sameSettings = new HashMap<>();
        Map<CodecAndLevel, PageWriter> sameCodec = new HashMap<>();
        for (LeafColumn leaf : schema.leaves()) {
            ColumnOptions column = options.columns().getOrDefault(leaf.dottedPath(), NO_OPTIONS);
            settings.add(sameSettings.computeIfAbsent(settings(leaf, column), same -> same));
            pages.add(sameCodec.computeIfAbsent(
                    codec(column), same -> new PageWriter(pageType(), compressor(leaf, column, same))));
        }
        requireRoomBesides(settings, options.rowGroupBytesMax());
        return new ColumnChunkWriters(settings, pages);
    }

    private ChunkSettings settings(LeafColumn leaf, ColumnOptions column) {
        Encoding encoding = column.encoding().orElse(Encoding.PLAIN);
        List<Encoding> allowed = ValueEncoders.allowed(leaf.type().physicalType());
        if (!allowed.contains(encoding)) {
            throw new UsageException("column " + leaf.dottedPath() + " of type "
                    + leaf.type().physicalType() + " cannot be written with encoding " + encoding + "; allowed are "
                    + allowed
                    + (encoding == Encoding.RLE_DICTIONARY ? ", and dictionaries have their own option" : ""));
        }
        WriterOptions.Dictionary dictionary = column.dictionary()
                .orElse(column.encoding().isPresent() ? WriterOptions.Dictionary.NEVER : options.dictionary());
        return new ChunkSettings(
                options.pageBytesMax(),
                options.pageRowsMax(),
                switch (dictionary) {
                    case WHERE_IT_PAYS -> options.dictionaryBytesMax();
                    case NEVER -> 0;
                },
                ValueOrder.of(schema, leaf),
                encoding,
                column.bloomFilter().map(wanted -> bloomFilter(leaf, wanted)));
    }

    private static BloomFilterSettings bloomFilter(LeafColumn leaf, BloomFilterOptions wanted) {
        if (leaf.type().physicalType() == PhysicalType.BOOLEAN) {
            throw new UsageException("column " + leaf.dottedPath()
                    + " is BOOLEAN, which has no bloom filters; its statistics say as much");
        }
        return new BloomFilterSettings(wanted.distinctValues(), wanted.falsePositives(), wanted.bytesMax());
    }

    /** Filters that have their size from the start must leave room for the pages of their row group. */
    private static void requireRoomBesides(List<ChunkSettings> settings, long rowGroupBytesMax) {
        long bytes = settings.stream()
                .flatMap(column -> column.bloomFilter().stream())
                .filter(filter -> filter.distinctValues().isPresent())
                .mapToLong(filter -> SplitBlockBloomFilter.bytesFor(
                        filter.distinctValues().getAsLong(), filter.falsePositives(), filter.bytesMax()))
                .sum();
        if (bytes > rowGroupBytesMax / 2) {
            throw new UsageException("the bloom filters that are asked for take " + bytes
                    + " bytes, more than half of a row group, which is closed at " + rowGroupBytesMax
                    + " bytes; expect fewer distinct values, or allow more false positives or larger row groups");
        }
    }

    private PageType pageType() {
        return switch (options.pageVersion()) {
            case V1 -> PageType.DATA_PAGE;
            case V2 -> PageType.DATA_PAGE_V2;
        };
    }

    /** Columns of the same codec and level share what makes their pages. */
    private record CodecAndLevel(CompressionCodec codec, OptionalInt level) {}

    private CodecAndLevel codec(ColumnOptions column) {
        return new CodecAndLevel(
                column.codec().orElse(options.codec()),
                isOfFile(column) ? options.compressionLevel() : column.compressionLevel());
    }

    private static boolean isOfFile(ColumnOptions column) {
        return column.codec().isEmpty() && column.compressionLevel().isEmpty();
    }

    private static Compressor compressor(LeafColumn leaf, ColumnOptions column, CodecAndLevel wanted) {
        try {
            return Compressor.of(wanted.codec(), wanted.level());
        } catch (UsageException e) {
            throw isOfFile(column) ? e : new UsageException("column " + leaf.dottedPath() + ": " + e.getMessage());
        }
    }

    List<SortingColumn> sortingColumns() {
        List<SortingColumn> sorting = new ArrayList<>();
        for (WriterOptions.SortedBy by : options.sortedBy()) {
            LeafColumn leaf = schema.leaves().stream()
                    .filter(column -> column.dottedPath().equals(by.column()))
                    .findFirst()
                    .orElseThrow(() -> unknown("rows are said to be sorted by", by.column(), schema));
            sorting.add(new SortingColumn(
                    leaf.ordinal(),
                    by.direction() == WriterOptions.Direction.DESCENDING,
                    by.nulls() == WriterOptions.Nulls.FIRST));
        }
        return sorting;
    }
}

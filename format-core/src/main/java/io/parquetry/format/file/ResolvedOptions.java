package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.internal.column.read.ChunkLimits;
import io.parquetry.format.internal.column.write.ChunkSettings;
import io.parquetry.format.internal.column.write.ColumnChunkWriters;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.compression.CompressorChoice;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.rowgroup.RowGroupWriter;
import io.parquetry.format.internal.rowgroup.RowSorter;
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
import io.parquetry.format.schema.PrimitiveType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The options of a file resolved against its schema: the settings of each column, checked before the first byte is
 * written.
 */
final class ResolvedOptions {
    private static final ColumnOptions NO_OPTIONS = ColumnOptions.builder().build();

    /** Limits for rows that were written in this process. */
    private static final ChunkLimits READING_BACK = new ChunkLimits(new PageLimits(1 << 20, true, false, false), 4_096);

    private final MessageType schema;
    private final WriterOptions options;
    private final EncodingHints hints;

    private ResolvedOptions(MessageType schema, WriterOptions options) {
        this.schema = schema;
        this.options = options;
        this.hints = options.encodingHints().orElseGet(EncodingHints::new);
    }

    /**
     * @throws UsageException when options name a column that the schema does not have, or do not fit the type of a
     *     column
     */
    static ResolvedOptions of(MessageType schema, WriterOptions options) {
        if (!options.columns().isEmpty()) {
            Set<String> columns = new HashSet<>();
            schema.leaves().forEach(leaf -> columns.add(leaf.dottedPath()));
            for (String named : options.columns().keySet()) {
                if (!columns.contains(named)) {
                    throw unknown("options are given for", named, schema);
                }
            }
        }
        return new ResolvedOptions(schema, options);
    }

    private static UsageException unknown(String what, String column, MessageType schema) {
        return new UsageException(what + " column " + column + ", which the schema does not have; its columns are ["
                + schema.columnNames() + "]");
    }

    ColumnChunkWriters columns() {
        List<ChunkSettings> settings =
                shared(schema.leaves().stream().map(this::settings).toList());
        requireRoomBesides(settings, options.rowGroupBytesMax());
        return new ColumnChunkWriters(schema, settings, pages(), hints.bySchema());
    }

    /**
     * Columns for rows that will be sorted: about as large as the sorted columns, so that row groups and files get
     * their sizes, but without bloom filters, and with encodings whose pages are not smaller than their decoded values.
     */
    private ColumnChunkWriters columnsToSort() {
        return new ColumnChunkWriters(
                schema,
                shared(schema.leaves().stream()
                        .map(this::settings)
                        .map(column -> new ChunkSettings(
                                column.pageBytesMax(),
                                column.pageRowsMax(),
                                column.dictionaryBytesMax(),
                                column.order(),
                                List.of(Encoding.PLAIN),
                                Optional.empty()))
                        .toList()),
                pages(),
                new EncodingHints().bySchema());
    }

    /** One object for all columns with the same settings. */
    private static List<ChunkSettings> shared(List<ChunkSettings> settings) {
        Map<ChunkSettings, ChunkSettings> same = new HashMap<>();
        return settings.stream()
                .map(column -> same.computeIfAbsent(column, first -> first))
                .toList();
    }

    private List<PageWriter> pages() {
        Map<CodecAndLevel, PageWriter> sameCodec = new HashMap<>();
        return schema.leaves().stream()
                .map(leaf -> sameCodec.computeIfAbsent(
                        codec(optionsOf(leaf)),
                        same -> new PageWriter(
                                pageType(),
                                compressor(leaf, optionsOf(leaf), same),
                                CompressorChoice.of(same.codec(), same.level()),
                                HelperPool.OF_PROCESS)))
                .toList();
    }

    private ColumnOptions optionsOf(LeafColumn leaf) {
        return options.columns().isEmpty() ? NO_OPTIONS : options.columns().getOrDefault(leaf.dottedPath(), NO_OPTIONS);
    }

    /** The buffer of unsorted rows, where the writer sorts. */
    Optional<RowsToSort> rowsToSort() {
        return switch (options.sorting()) {
            case BY_CALLER -> Optional.empty();
            case BY_WRITER ->
                Optional.of(new RowsToSort(
                        new RowGroupWriter(schema, columnsToSort(), List.of()),
                        new RowSorter(schema.leaves(), sortKeys(), READING_BACK),
                        options.rowGroupBytesMax()));
        };
    }

    private List<RowSorter.Key> sortKeys() {
        List<RowSorter.Key> keys = new ArrayList<>();
        for (SortingColumn column : sortingColumns()) {
            LeafColumn leaf = schema.leaves().get(column.columnOrdinal());
            ValueOrder order = ValueOrder.of(schema, leaf);
            if (leaf.maxRepetitionLevel() > 0 || order == ValueOrder.NONE) {
                throw new UsageException("rows cannot be sorted by column " + leaf.dottedPath() + ": "
                        + (order == ValueOrder.NONE
                                ? "its type " + leaf.type().kind() + " has no order"
                                : "it is inside a list or map, so that a row has many of its values"));
            }
            keys.add(new RowSorter.Key(leaf, order, column.descending(), column.nullsFirst()));
        }
        return keys;
    }

    private ChunkSettings settings(LeafColumn leaf) {
        ColumnOptions column = optionsOf(leaf);
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
                column.encoding().isPresent() ? List.of(encoding) : encodings(leaf.type()),
                column.bloomFilter().map(wanted -> bloomFilter(leaf, wanted)));
    }

    private List<Encoding> encodings(PrimitiveType type) {
        return switch (options.encoding()) {
            case COMPATIBLE -> List.of(Encoding.PLAIN);
            case AUTO -> ValueEncoders.widelyRead(type);
            case DELTAS -> ValueEncoders.readBySparkToo(type);
        };
    }

    private static BloomFilterSettings bloomFilter(LeafColumn leaf, BloomFilterOptions wanted) {
        if (leaf.type().physicalType() == PhysicalType.BOOLEAN) {
            throw new UsageException("column " + leaf.dottedPath()
                    + " is BOOLEAN, which has no bloom filters; its statistics say as much");
        }
        return new BloomFilterSettings(wanted.distinctValues(), wanted.falsePositives(), wanted.bytesMax());
    }

    /** Bloom filters of a given size must leave space for the pages of their row group. */
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

    /** Columns of the same codec and level share a page writer. */
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

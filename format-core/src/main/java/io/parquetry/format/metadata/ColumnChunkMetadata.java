package io.parquetry.format.metadata;

import io.parquetry.format.schema.PhysicalType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * One column of one row group ({@code ColumnChunk} and its {@code ColumnMetaData} in parquet.thrift).
 *
 * <p>The {@link Details} of a chunk of a file are read when one of them is first asked for, also by {@code equals},
 * {@code hashCode} and {@code toString}; whoever asks then gets a {@link io.parquetry.format.CorruptFileException} with
 * its place if they are not what the format says.
 */
public final class ColumnChunkMetadata {
    private final Optional<String> filePath;
    private final PhysicalType type;
    private final List<String> path;
    private final List<Integer> encodingIds;
    private final int codecId;
    private final long entries;
    private final ChunkBytes bytes;
    private final PageOffsets offsets;
    private final Indexes indexes;
    private final Supplier<Details> source;

    /** Null until they are asked for. Threads that meet here read the same twice, which does no harm. */
    private Details details;

    private ColumnChunkMetadata(Builder from) {
        filePath = Objects.requireNonNull(from.filePath, "filePath");
        type = Objects.requireNonNull(from.type, "type");
        path = List.copyOf(from.path);
        encodingIds = List.copyOf(from.encodingIds);
        codecId = from.codecId;
        entries = from.entries;
        bytes = Objects.requireNonNull(from.bytes, "bytes");
        offsets = Objects.requireNonNull(from.offsets, "offsets");
        indexes = Objects.requireNonNull(from.indexes, "indexes");
        source = from.source == null ? from.details() : from.source;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.filePath = filePath;
        builder.type = type;
        builder.path = path;
        builder.encodingIds = encodingIds;
        builder.codecId = codecId;
        builder.entries = entries;
        builder.bytes = bytes;
        builder.offsets = offsets;
        builder.statistics = statistics();
        builder.sizeStatistics = sizeStatistics();
        builder.geospatialStatistics = geospatialStatistics();
        builder.pageEncodings = pageEncodings();
        builder.keyValues = keyValues();
        builder.indexes = indexes;
        return builder;
    }

    /** Another file that holds the chunk, relative to this one. */
    public Optional<String> filePath() {
        return filePath;
    }

    public PhysicalType type() {
        return type;
    }

    /** Names from the root's child to the leaf. */
    public List<String> path() {
        return path;
    }

    /** Numbers of all encodings in use, levels included. */
    public List<Integer> encodingIds() {
        return encodingIds;
    }

    /** Number of the {@link CompressionCodec}. */
    public int codecId() {
        return codecId;
    }

    /** Values and nulls, as counted by the levels. */
    public long entries() {
        return entries;
    }

    public ChunkBytes bytes() {
        return bytes;
    }

    public PageOffsets offsets() {
        return offsets;
    }

    public Optional<Statistics> statistics() {
        return details().statistics;
    }

    public Optional<SizeStatistics> sizeStatistics() {
        return details().sizeStatistics;
    }

    public Optional<GeospatialStatistics> geospatialStatistics() {
        return details().geospatialStatistics;
    }

    public List<PageEncodingStats> pageEncodings() {
        return details().pageEncodings;
    }

    public List<KeyValue> keyValues() {
        return details().keyValues;
    }

    /** Reads the details now, if they were not asked for yet. */
    void readDetails() {
        details();
    }

    private Details details() {
        Details known = details;
        if (known == null) {
            known = source.get();
            details = known;
        }
        return known;
    }

    public Indexes indexes() {
        return indexes;
    }

    /** The codec of the chunk's pages; a number that is not known is refused by name. */
    public CompressionCodec codec() {
        return CompressionCodec.of(codecId);
    }

    /** The encodings that this engine knows; the numbers of others are only in {@link #encodingIds}. */
    public List<Encoding> encodings() {
        return encodingIds.stream().flatMap(id -> Encoding.known(id).stream()).toList();
    }

    /** The same chunk with its indexes at other positions. */
    public ColumnChunkMetadata withIndexes(Indexes moved) {
        return toBuilder().indexes(moved).build();
    }

    /** The same chunk with a bloom filter. */
    public ColumnChunkMetadata withBloomFilter(Range range) {
        return withIndexes(new Indexes(
                indexes.columnIndex,
                indexes.offsetIndex,
                OptionalLong.of(range.offset()),
                OptionalInt.of(range.length())));
    }

    public String dottedPath() {
        return String.join(".", path);
    }

    /** Bytes of all pages with their headers. */
    public record ChunkBytes(long uncompressed, long compressed) {}

    /** Positions of pages in the file. Some writers give 0 for a dictionary page that is not there. */
    public record PageOffsets(long firstDataPage, OptionalLong dictionaryPage, OptionalLong indexPage) {
        public PageOffsets {
            Objects.requireNonNull(dictionaryPage, "dictionaryPage");
            Objects.requireNonNull(indexPage, "indexPage");
        }

        /**
         * Position of the first page. A chunk begins with its dictionary page, if it has one. Without a dictionary page
         * some writers give 0 or a position behind the data as its offset; without data pages some give 0 as theirs.
         */
        public long firstPage() {
            long dictionary = dictionaryPage.orElse(0);
            return dictionary > 0 && (dictionary < firstDataPage || firstDataPage == 0) ? dictionary : firstDataPage;
        }
    }

    /** What most readers of a chunk do without. */
    public record Details(
            Optional<Statistics> statistics,
            Optional<SizeStatistics> sizeStatistics,
            Optional<GeospatialStatistics> geospatialStatistics,
            List<PageEncodingStats> pageEncodings,
            List<KeyValue> keyValues) {
        public Details {
            Objects.requireNonNull(statistics, "statistics");
            Objects.requireNonNull(sizeStatistics, "sizeStatistics");
            Objects.requireNonNull(geospatialStatistics, "geospatialStatistics");
            pageEncodings = List.copyOf(pageEncodings);
            keyValues = List.copyOf(keyValues);
        }
    }

    /** Positions of the indexes of a chunk in the file. */
    public record Indexes(
            Optional<Range> columnIndex,
            Optional<Range> offsetIndex,
            OptionalLong bloomFilterOffset,
            OptionalInt bloomFilterLength) {
        /** No index at all. */
        public static final Indexes NONE =
                new Indexes(Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalInt.empty());

        public Indexes {
            Objects.requireNonNull(columnIndex, "columnIndex");
            Objects.requireNonNull(offsetIndex, "offsetIndex");
            Objects.requireNonNull(bloomFilterOffset, "bloomFilterOffset");
            Objects.requireNonNull(bloomFilterLength, "bloomFilterLength");
        }
    }

    /** A run of bytes in the file. */
    public record Range(long offset, int length) {}

    private List<Object> values() {
        return List.of(filePath, type, path, encodingIds, codecId, entries, bytes, offsets, details(), indexes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnChunkMetadata that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "ColumnChunkMetadata" + values();
    }

    /** Collects the values; those without a default must be set. */
    public static final class Builder {
        private Optional<String> filePath = Optional.empty();
        private PhysicalType type;
        private List<String> path = List.of();
        private List<Integer> encodingIds = List.of();
        private int codecId;
        private long entries;
        private ChunkBytes bytes;
        private PageOffsets offsets;
        private Optional<Statistics> statistics = Optional.empty();
        private Optional<SizeStatistics> sizeStatistics = Optional.empty();
        private Optional<GeospatialStatistics> geospatialStatistics = Optional.empty();
        private List<PageEncodingStats> pageEncodings = List.of();
        private List<KeyValue> keyValues = List.of();
        private Indexes indexes = Indexes.NONE;
        private Supplier<Details> source;

        private Builder() {}

        public Builder filePath(Optional<String> value) {
            filePath = value;
            return this;
        }

        public Builder type(PhysicalType value) {
            type = value;
            return this;
        }

        public Builder path(List<String> value) {
            path = value;
            return this;
        }

        public Builder encodingIds(List<Integer> value) {
            encodingIds = value;
            return this;
        }

        public Builder codecId(int value) {
            codecId = value;
            return this;
        }

        public Builder entries(long value) {
            entries = value;
            return this;
        }

        public Builder bytes(ChunkBytes value) {
            bytes = value;
            return this;
        }

        public Builder offsets(PageOffsets value) {
            offsets = value;
            return this;
        }

        public Builder statistics(Optional<Statistics> value) {
            statistics = value;
            return this;
        }

        public Builder sizeStatistics(Optional<SizeStatistics> value) {
            sizeStatistics = value;
            return this;
        }

        public Builder geospatialStatistics(Optional<GeospatialStatistics> value) {
            geospatialStatistics = value;
            return this;
        }

        public Builder pageEncodings(List<PageEncodingStats> value) {
            pageEncodings = value;
            return this;
        }

        public Builder keyValues(List<KeyValue> value) {
            keyValues = value;
            return this;
        }

        public Builder indexes(Indexes value) {
            indexes = value;
            return this;
        }

        /**
         * Gives statistics, page encodings and key-values only when they are asked for, in place of those set here. It
         * gives the same each time, to any thread; its exception passes on to whoever asks.
         */
        public Builder details(Supplier<Details> value) {
            source = value;
            return this;
        }

        private Supplier<Details> details() {
            Details known = new Details(statistics, sizeStatistics, geospatialStatistics, pageEncodings, keyValues);
            return () -> known;
        }

        public ColumnChunkMetadata build() {
            return new ColumnChunkMetadata(this);
        }
    }
}

package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.BloomFilterHeader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.ChunkBytes;
import io.parquetry.format.metadata.ColumnChunkMetadata.Indexes;
import io.parquetry.format.metadata.ColumnChunkMetadata.PageOffsets;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.GeospatialStatistics.BoundingBox;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.RandomSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;

/** Metadata with random values in every field; optional fields are present or absent at random. */
final class RandomMetadata {
    private final Random random;

    RandomMetadata(Random random) {
        this.random = random;
    }

    FileMetadata footer() {
        MessageType schema = new RandomSchemas(random).message(4, 4);
        return FileMetadata.builder()
                .version(1 + random.nextInt(2))
                .schema(schema)
                .rows(count())
                .rowGroups(list(4, () -> rowGroup(schema)))
                .keyValues(list(20, this::keyValue))
                .createdBy(optional(this::text))
                .columnOrders(
                        random.nextBoolean()
                                ? List.of()
                                : schema.leaves().stream().map(leaf -> order()).toList())
                .build();
    }

    private ColumnOrder order() {
        return random.nextBoolean() ? ColumnOrder.TYPE_DEFINED : ColumnOrder.IEEE_754_TOTAL;
    }

    private RowGroupMetadata rowGroup(MessageType schema) {
        return RowGroupMetadata.builder()
                .columns(schema.leaves().stream().map(this::chunk).toList())
                .uncompressedBytes(count())
                .rows(count())
                .sortingColumns(list(3, () -> new SortingColumn(size(), random.nextBoolean(), random.nextBoolean())))
                .fileOffset(optionalCount())
                .compressedBytes(optionalCount())
                .ordinal(random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt(1 << 15)))
                .build();
    }

    private ColumnChunkMetadata chunk(LeafColumn leaf) {
        return ColumnChunkMetadata.builder()
                .filePath(optional(this::text))
                .type(leaf.type().physicalType())
                .path(leaf.path())
                .encodingIds(list(5, this::encodingId))
                .codecId(random.nextInt(8))
                .entries(count())
                .bytes(new ChunkBytes(count(), count()))
                .offsets(new PageOffsets(count(), optionalCount(), optionalCount()))
                .statistics(optional(this::statistics))
                .sizeStatistics(optional(this::sizeStatistics))
                .geospatialStatistics(optional(this::geospatialStatistics))
                .pageEncodings(list(3, () -> new PageEncodingStats(random.nextInt(4), encodingId(), size())))
                .keyValues(list(3, this::keyValue))
                .indexes(new Indexes(
                        optional(() -> new Range(count(), size())),
                        optional(() -> new Range(count(), size())),
                        optionalCount(),
                        optionalSize()))
                .build();
    }

    Statistics statistics() {
        return Statistics.builder()
                .min(optional(this::bound))
                .max(optional(this::bound))
                .nulls(optionalCount())
                .distinct(optionalCount())
                .nans(optionalCount())
                .legacyMin(optional(() -> new Bound(bytes(), Optional.empty())))
                .legacyMax(optional(() -> new Bound(bytes(), Optional.empty())))
                .build();
    }

    private Bound bound() {
        return new Bound(bytes(), optional(random::nextBoolean));
    }

    private SizeStatistics sizeStatistics() {
        return new SizeStatistics(optionalCount(), list(3, this::count), list(20, this::count));
    }

    private GeospatialStatistics geospatialStatistics() {
        return new GeospatialStatistics(
                optional(() -> new BoundingBox(
                        random.nextGaussian(),
                        Double.NEGATIVE_INFINITY,
                        -0.0,
                        Double.MAX_VALUE,
                        optionalDouble(),
                        optionalDouble(),
                        optionalDouble(),
                        optionalDouble())),
                list(3, random::nextInt));
    }

    PageHeader pageHeader() {
        PageHeader.Content content = switch (random.nextInt(4)) {
            case 0 ->
                new PageHeader.DataV1(size(), encodingId(), encodingId(), encodingId(), optional(this::statistics));
            case 1 ->
                new PageHeader.DataV2(
                        size(),
                        size(),
                        size(),
                        encodingId(),
                        size(),
                        size(),
                        random.nextBoolean(),
                        optional(this::statistics));
            case 2 -> new PageHeader.Dictionary(size(), encodingId(), optional(random::nextBoolean));
            default -> new PageHeader.Other(1);
        };
        OptionalInt crc = random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt());
        return new PageHeader(size(), size(), crc, content);
    }

    ColumnIndex columnIndex() {
        int pages = random.nextInt(40);
        return ColumnIndex.builder()
                .nullPages(exactly(pages, random::nextBoolean))
                .mins(exactly(pages, this::bytes))
                .maxs(exactly(pages, this::bytes))
                .boundaryOrderId(random.nextInt(3))
                .nulls(random.nextBoolean() ? List.of() : exactly(pages, this::count))
                .repetitionLevels(exactly(pages * random.nextInt(3), this::count))
                .definitionLevels(exactly(pages * random.nextInt(3), this::count))
                .nans(random.nextBoolean() ? List.of() : exactly(pages, this::count))
                .build();
    }

    OffsetIndex offsetIndex() {
        List<PageLocation> pages = new ArrayList<>();
        long row = 0;
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            pages.add(new PageLocation(count(), size(), row));
            row += 1 + random.nextInt(100_000);
        }
        return new OffsetIndex(pages, random.nextBoolean() ? List.of() : exactly(count, this::count));
    }

    BloomFilterHeader bloomFilterHeader() {
        return new BloomFilterHeader(size(), 1, 1, 1);
    }

    /** Every number of parquet.thrift; 1 is not in use. */
    private int encodingId() {
        int id = random.nextInt(9);
        return id == 1 ? 9 : id;
    }

    private KeyValue keyValue() {
        return new KeyValue(text(), optional(this::text));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(200);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextInt(3) == 0 ? 0x1F600 + random.nextInt(50) : 'a' + random.nextInt(600));
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Counts of all magnitudes. */
    private long count() {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }

    private int size() {
        return random.nextInt() >>> (1 + random.nextInt(31));
    }

    private OptionalLong optionalCount() {
        return random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(count());
    }

    private OptionalInt optionalSize() {
        return random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(size());
    }

    private OptionalDouble optionalDouble() {
        return random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(random.nextGaussian());
    }

    private <T> Optional<T> optional(Supplier<T> value) {
        return random.nextBoolean() ? Optional.empty() : Optional.of(value.get());
    }

    private <T> List<T> list(int sizeMax, Supplier<T> element) {
        return exactly(random.nextInt(sizeMax + 1), element);
    }

    private <T> List<T> exactly(int size, Supplier<T> element) {
        List<T> elements = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            elements.add(element.get());
        }
        return elements;
    }
}

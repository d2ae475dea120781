package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.RandomSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.BoundaryOrder;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.Float16;
import org.apache.parquet.schema.PrimitiveComparator;

/**
 * Statistics of chunks and pages, as parquet-java reads them, against the values, in the order of parquet-java's
 * comparators: every value is within the bounds, exact bounds are values, there are no bounds where there is NaN, bounds
 * of zero have the sign that covers both zeros, and nulls, NaNs and levels are counted.
 */
class StatisticsTest {
    /** The entries of one column: levels, and the value or null. */
    private record Entry(int repetitionLevel, int definitionLevel, Object value) {}

    @Property(tries = 150)
    void statisticsAreCorrect(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(3), 1 + random.nextInt(5));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(300));
        byte[] file = OurFiles.write(records, schema, OurFiles.options(schema, random));

        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetReader ours = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT);
                ParquetFileReader theirs = ParquetFileReader.open(ParquetJava.inputFile(file), options)) {
            for (LeafColumn leaf : schema.leaves()) {
                ColumnCursor cursor = ours.column(leaf);
                for (int group = 0; group < ours.metadata().rowGroups().size(); group++) {
                    ColumnChunkMetadata chunk =
                            ours.metadata().rowGroups().get(group).columns().get(leaf.ordinal());
                    BlockMetaData block = theirs.getFooter().getBlocks().get(group);
                    ColumnChunkMetaData judged = block.getColumns().get(leaf.ordinal());
                    List<Entry> entries = entries(cursor, chunk.entries());
                    checkChunk(leaf, entries, chunk.statistics().orElseThrow(), judged);
                    checkSizes(leaf, entries, judged);
                    checkPages(
                            leaf,
                            entries,
                            theirs.readColumnIndex(judged),
                            theirs.readOffsetIndex(judged),
                            judged,
                            block.getRowCount());
                }
            }
        }
    }

    private static List<Entry> entries(ColumnCursor cursor, long count) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            assertThat(cursor.next()).isTrue();
            Object value = cursor.value();
            entries.add(new Entry(
                    cursor.repetitionLevel(),
                    cursor.definitionLevel(),
                    value instanceof byte[] bytes ? Binary.fromConstantByteArray(bytes) : value));
        }
        return entries;
    }

    private static void checkChunk(LeafColumn leaf, List<Entry> entries, Statistics ours, ColumnChunkMetaData judged) {
        org.apache.parquet.column.statistics.Statistics<?> theirs = judged.getStatistics();
        List<Object> ordered = ordered(leaf, entries);
        assertThat(theirs.getNumNulls())
                .isEqualTo(nulls(entries))
                .isEqualTo(ours.nulls().orElseThrow());
        assertThat(ours.nans().isPresent()).as("%s counts NaN", leaf).isEqualTo(hasNan(leaf));
        ours.nans().ifPresent(nans -> assertThat(nans).isEqualTo(entries.size() - nulls(entries) - ordered.size()));
        assertThat(ours.min().isPresent())
                .as("%s has bounds", leaf)
                .isEqualTo(ours.max().isPresent())
                .isEqualTo(hasOrder(leaf) && !ordered.isEmpty() && !hasNan(entries, ordered));
        assertThat(theirs.hasNonNullValue()).isEqualTo(ours.min().isPresent());
        if (theirs.hasNonNullValue()) {
            PrimitiveComparator<Object> order = judged.getPrimitiveType().comparator();
            checkBounds(order, ordered, theirs.genericGetMin(), theirs.genericGetMax());
            assertReached(order, ordered, theirs.genericGetMin(), ours.min().orElseThrow(), "min");
            assertReached(order, ordered, theirs.genericGetMax(), ours.max().orElseThrow(), "max");
            checkZeros(leaf, ours);
        }
    }

    private static void checkBounds(PrimitiveComparator<Object> order, List<Object> values, Object min, Object max) {
        for (Object value : values) {
            assertThat(order.compare(min, value)).as("%s <= %s", min, value).isLessThanOrEqualTo(0);
            assertThat(order.compare(max, value)).as("%s >= %s", max, value).isGreaterThanOrEqualTo(0);
        }
    }

    /** A bound that is marked as exact is a value of the column; any other is truncated. */
    private static void assertReached(
            PrimitiveComparator<Object> order, List<Object> values, Object judged, Bound ours, String what) {
        boolean reached = values.stream().anyMatch(value -> order.compare(judged, value) == 0 || isZero(judged, value));
        assertThat(reached)
                .as("%s %s is reached", what, judged)
                .isEqualTo(ours.exact().orElseThrow());
    }

    private static boolean isZero(Object bound, Object value) {
        return bound instanceof Number left
                && value instanceof Number right
                && left.doubleValue() == 0
                && right.doubleValue() == 0;
    }

    /** A lower bound of zero is -0.0 and an upper bound of zero +0.0, for any way to compare zeros. */
    private static void checkZeros(LeafColumn leaf, Statistics ours) {
        byte[] min = ours.min().orElseThrow().value();
        byte[] max = ours.max().orElseThrow().value();
        switch (leaf.type().physicalType()) {
            case FLOAT -> {
                assertThat(Float.floatToRawIntBits(little(min).getFloat())).isNotEqualTo(0);
                assertThat(Float.floatToRawIntBits(little(max).getFloat())).isNotEqualTo(1 << 31);
            }
            case DOUBLE -> {
                assertThat(Double.doubleToRawLongBits(little(min).getDouble())).isNotEqualTo(0);
                assertThat(Double.doubleToRawLongBits(little(max).getDouble())).isNotEqualTo(1L << 63);
            }
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {}
        }
    }

    private static void checkSizes(LeafColumn leaf, List<Entry> entries, ColumnChunkMetaData judged) {
        org.apache.parquet.column.statistics.SizeStatistics sizes = judged.getSizeStatistics();
        boolean nothingToSay = leaf.maxRepetitionLevel() == 0
                && leaf.maxDefinitionLevel() <= 1
                && leaf.type().physicalType() != PhysicalType.BYTE_ARRAY;
        assertThat(sizes == null).as("%s has no size statistics", leaf).isEqualTo(nothingToSay);
        if (nothingToSay) {
            return;
        }
        if (leaf.maxRepetitionLevel() > 0) {
            assertThat(sizes.getRepetitionLevelHistogram())
                    .isEqualTo(histogram(
                            leaf.maxRepetitionLevel(),
                            entries.stream().map(Entry::repetitionLevel).toList()));
        }
        assertThat(sizes.getDefinitionLevelHistogram())
                .isEqualTo(
                        leaf.maxDefinitionLevel() <= 1
                                ? List.of()
                                : histogram(
                                        leaf.maxDefinitionLevel(),
                                        entries.stream()
                                                .map(Entry::definitionLevel)
                                                .toList()));
        Optional<Long> bytes = switch (leaf.type().physicalType()) {
            case BYTE_ARRAY ->
                Optional.of(entries.stream()
                        .mapToLong(entry -> entry.value == null ? 0 : ((Binary) entry.value).length())
                        .sum());
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY -> Optional.empty();
        };
        assertThat(sizes.getUnencodedByteArrayDataBytes()).isEqualTo(bytes);
    }

    private static List<Long> histogram(int maxLevel, List<Integer> levels) {
        Long[] counts = new Long[maxLevel + 1];
        for (int level = 0; level <= maxLevel; level++) {
            int wanted = level;
            counts[level] = levels.stream().filter(each -> each == wanted).count();
        }
        return List.of(counts);
    }

    private static void checkPages(
            LeafColumn leaf,
            List<Entry> entries,
            ColumnIndex index,
            OffsetIndex offsets,
            ColumnChunkMetaData judged,
            long rows) {
        if (offsets == null) {
            assertThat(index).as("%s has one page, which needs no index", leaf).isNull();
            return;
        }
        List<List<Entry>> pages = pages(entries, offsets, rows);
        boolean nanSomewhere = pages.stream().anyMatch(page -> hasNan(page, ordered(leaf, page)));
        if (!hasOrder(leaf) || nanSomewhere) {
            assertThat(index).as("%s cannot have a column index", leaf).isNull();
            return;
        }
        assertThat(index.getNullPages()).hasSameSizeAs(pages);
        PrimitiveComparator<Object> order = judged.getPrimitiveType().comparator();
        List<Object> mins = new ArrayList<>();
        List<Object> maxs = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            List<Entry> page = pages.get(i);
            assertThat(index.getNullCounts().get(i)).isEqualTo(nulls(page));
            assertThat(index.getNullPages().get(i)).isEqualTo(nulls(page) == page.size());
            if (!index.getNullPages().get(i)) {
                mins.add(value(leaf, index.getMinValues().get(i)));
                maxs.add(value(leaf, index.getMaxValues().get(i)));
                checkBounds(order, ordered(leaf, page), mins.get(mins.size() - 1), maxs.get(maxs.size() - 1));
            }
        }
        int direction = index.getBoundaryOrder() == BoundaryOrder.ASCENDING
                ? 1
                : index.getBoundaryOrder() == BoundaryOrder.DESCENDING ? -1 : 0;
        for (int i = 1; i < mins.size(); i++) {
            assertThat(direction * order.compare(mins.get(i - 1), mins.get(i))).isLessThanOrEqualTo(0);
            assertThat(direction * order.compare(maxs.get(i - 1), maxs.get(i))).isLessThanOrEqualTo(0);
        }
    }

    /** The entries of each page, by the first rows in the offset index. */
    private static List<List<Entry>> pages(List<Entry> entries, OffsetIndex offsets, long rows) {
        List<List<Entry>> pages = new ArrayList<>();
        int next = 0;
        long row = -1;
        for (int page = 0; page < offsets.getPageCount(); page++) {
            List<Entry> ofPage = new ArrayList<>();
            while (next < entries.size()) {
                row += entries.get(next).repetitionLevel == 0 ? 1 : 0;
                if (row > offsets.getLastRowIndex(page, rows)) {
                    row--;
                    break;
                }
                ofPage.add(entries.get(next++));
            }
            assertThat(ofPage).isNotEmpty();
            pages.add(ofPage);
        }
        assertThat(next).isEqualTo(entries.size());
        return pages;
    }

    private static Object value(LeafColumn leaf, ByteBuffer bound) {
        ByteBuffer bytes = bound.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> bytes.get() != 0;
            case INT32 -> bytes.getInt();
            case INT64 -> bytes.getLong();
            case FLOAT -> bytes.getFloat();
            case DOUBLE -> bytes.getDouble();
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> Binary.fromConstantByteBuffer(bytes);
        };
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long nulls(List<Entry> entries) {
        return entries.stream().filter(entry -> entry.value == null).count();
    }

    /** The values for bounds: all but nulls and NaN. */
    private static List<Object> ordered(LeafColumn leaf, List<Entry> entries) {
        return entries.stream()
                .map(Entry::value)
                .filter(value -> value != null && !isNan(leaf, value))
                .toList();
    }

    private static boolean isNan(LeafColumn leaf, Object value) {
        if (leaf.type().isAnnotated(LogicalType.FLOAT16)) {
            return Float16.isNaN(((Binary) value).get2BytesLittleEndian());
        }
        return value instanceof Float number && number.isNaN() || value instanceof Double real && real.isNaN();
    }

    private static boolean hasNan(List<Entry> entries, List<Object> ordered) {
        return nulls(entries) + ordered.size() < entries.size();
    }

    /** Whether values may be NaN. */
    private static boolean hasNan(LeafColumn leaf) {
        return switch (leaf.type().physicalType()) {
            case FLOAT, DOUBLE -> true;
            case FIXED_LEN_BYTE_ARRAY -> leaf.type().isAnnotated(LogicalType.FLOAT16);
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY -> false;
        };
    }

    private static boolean hasOrder(LeafColumn leaf) {
        return !leaf.type().isAnnotated(LogicalType.INTERVAL);
    }
}

package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.RandomFilters;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.RandomSchemas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Reading with a filter gives the records that the filter wants and no others, with their numbers, from any row on:
 * whatever the schema, the data, the filter and the layout of the file. What the readings left out is added up, and
 * each kind of pruning must have happened.
 */
class FilteredReadTest {
    private static final List<ReadCounters> ALL = new ArrayList<>();

    @AfterContainer
    static void everyKindOfPruningHasHappened() {
        assertThat(sum(ReadCounters::rowGroupsByStatistics)).as("by statistics").isGreaterThan(10);
        assertThat(sum(ReadCounters::rowGroupsByDictionary)).as("by dictionary").isGreaterThan(3);
        assertThat(sum(ReadCounters::rowGroupsByBloomFilter))
                .as("by bloom filter")
                .isGreaterThan(2);
        assertThat(sum(ReadCounters::rowGroupsByColumnIndex))
                .as("by column index")
                .isGreaterThan(3);
        assertThat(ALL.stream().mapToLong(ReadCounters::pagesByColumnIndex).sum())
                .as("pages")
                .isGreaterThan(100);
        ALL.clear();
    }

    private static long sum(Function<ReadCounters, Integer> count) {
        return ALL.stream().mapToLong(count::apply).sum();
    }

    @Property(tries = 250)
    void readingWithAFilterIsFilteringWhatWasRead(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema;
        do {
            schema = new RandomSchemas(random).message(1 + random.nextInt(4), 1 + random.nextInt(4));
        } while (new RandomFilters(schema, List.of(), random).isEmpty());
        List<Map<String, Object>> records =
                new ArrayList<>(new RandomRecords(random).records(schema, random.nextInt(400)));
        RandomFilters filters = new RandomFilters(schema, records, random);
        sortBySomeColumn(records, schema, random);
        MemoryOutputFile file = write(schema, records, options(schema, random));

        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            for (int i = 0; i < 4; i++) {
                RandomFilters.Judged judged = filters.filter(random.nextInt(4));
                int firstRow = random.nextBoolean() ? 0 : random.nextInt(records.size() + 1);
                // Through its text, so that text and records mean the same.
                Filter filter = Filter.parse(judged.filter().toString(), schema);
                assertThat(filter.toString()).isEqualTo(judged.filter().toString());

                RecordCursor<Map<String, Object>> cursor = reader.records(
                        PlainRecords.builder(), RecordQuery.ALL.where(filter).fromRow(firstRow));
                List<Object> found = new ArrayList<>();
                while (cursor.next()) {
                    found.add(Tuple.of(cursor.row(), RandomRecords.comparable(cursor.record())));
                }

                List<Object> expected = new ArrayList<>();
                for (int row = firstRow; row < records.size(); row++) {
                    if (Boolean.TRUE.equals(judged.truth().apply(records.get(row)))) {
                        expected.add(Tuple.of((long) row, RandomRecords.comparable(records.get(row))));
                    }
                }
                assertThat(found).as("%s from row %s on", filter, firstRow).isEqualTo(expected);
                ALL.add(cursor.counters());
            }
        }
    }

    private static void sortBySomeColumn(List<Map<String, Object>> records, MessageType schema, Random random) {
        List<LeafColumn> numbers = schema.leaves().stream()
                .filter(leaf -> leaf.maxRepetitionLevel() == 0)
                .filter(leaf -> switch (leaf.type().physicalType()) {
                    case INT32, INT64, FLOAT, DOUBLE -> true;
                    case BOOLEAN, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
                })
                .toList();
        if (numbers.isEmpty() || random.nextInt(3) == 0) {
            return;
        }
        LeafColumn leaf = numbers.get(random.nextInt(numbers.size()));
        double sign = random.nextBoolean() ? 1 : -1;
        records.sort((left, right) -> Double.compare(
                sign * sortKey(RandomFilters.value(left, leaf.path())),
                sign * sortKey(RandomFilters.value(right, leaf.path()))));
    }

    private static double sortKey(Object value) {
        return value == null ? Double.NEGATIVE_INFINITY : ((Number) value).doubleValue();
    }

    private static WriterOptions options(MessageType schema, Random random) {
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(random.nextBoolean() ? CompressionCodec.SNAPPY : CompressionCodec.UNCOMPRESSED)
                .pageVersion(WriterOptions.PageVersion.values()[random.nextInt(2)])
                .dictionary(WriterOptions.Dictionary.values()[random.nextInt(2)])
                .pageBytesMax(64 << random.nextInt(12))
                .pageRowsMax(1 << random.nextInt(9))
                .rowGroupBytesMax(1024 << random.nextInt(10));
        for (LeafColumn leaf : schema.leaves()) {
            boolean hashed = switch (leaf.type().physicalType()) {
                case BOOLEAN, INT96 -> false;
                case INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
            };
            if (hashed && random.nextInt(3) == 0) {
                options.column(
                        leaf.dottedPath(),
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build());
            }
        }
        return options.build();
    }

    private static MemoryOutputFile write(MessageType schema, List<Map<String, Object>> records, WriterOptions options)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("filtered");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out;
    }
}

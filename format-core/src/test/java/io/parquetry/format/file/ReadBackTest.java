package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.InputFile;
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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the writer was given, the reader gives back, from any row on, in whatever way the file was laid out. */
class ReadBackTest {
    private static final List<CompressionCodec> CODECS = CompressionCodec.written();

    @Property(tries = 300)
    void recordsComeBackEqual(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(400));
        WriterOptions options = randomOptions(random);
        MemoryOutputFile out = write(schema, records, options);

        assertThat(comparable(read(out.toInputFile(), 0))).isEqualTo(comparable(records));

        int firstRow = random.nextInt(records.size() + 1);
        assertThat(comparable(read(out.toInputFile(), firstRow)))
                .as("from row %s on", firstRow)
                .isEqualTo(comparable(records.subList(firstRow, records.size())));
    }

    @Property(tries = 50)
    void entriesOfAColumnAreAsManyAsTheFooterSays(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(4), 1 + random.nextInt(4));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(400));
        MemoryOutputFile out = write(schema, records, randomOptions(random));
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            for (LeafColumn leaf : schema.leaves()) {
                ColumnCursor cursor = reader.column(leaf);
                long entries = 0;
                long rows = 0;
                while (cursor.next()) {
                    entries++;
                    rows += cursor.repetitionLevel() == 0 ? 1 : 0;
                    assertThat(cursor.value() != null).isEqualTo(cursor.definitionLevel() == leaf.maxDefinitionLevel());
                }
                assertThat(rows).isEqualTo(records.size());
                assertThat(entries)
                        .isEqualTo(reader.metadata().rowGroups().stream()
                                .mapToLong(group ->
                                        group.columns().get(leaf.ordinal()).entries())
                                .sum());
            }
        }
    }

    private static WriterOptions randomOptions(Random random) {
        return WriterOptions.builder()
                .codec(CODECS.get(random.nextInt(CODECS.size())))
                .pageVersion(WriterOptions.PageVersion.values()[random.nextInt(2)])
                .dictionary(WriterOptions.Dictionary.values()[random.nextInt(2)])
                .pageBytesMax(64 << random.nextInt(12))
                .pageRowsMax(1 << random.nextInt(12))
                .rowGroupBytesMax(1024 << random.nextInt(14))
                .build();
    }

    private static MemoryOutputFile write(MessageType schema, List<Map<String, Object>> records, WriterOptions options)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        return out;
    }

    private static List<Object> read(InputFile file, long firstRow) throws IOException {
        ReaderOptions options = ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .build();
        try (ParquetReader reader = ParquetReader.open(file, options)) {
            List<Object> records = new ArrayList<>();
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            while (cursor.next()) {
                assertThat(cursor.row()).isEqualTo(firstRow + records.size());
                records.add(cursor.record());
            }
            return records;
        }
    }

    private static Object comparable(List<?> records) {
        return RandomRecords.comparable(records);
    }
}

package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.RandomSchemas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Whatever parquet-java writes, in each of its encodings and page versions, is read back equal, from any row on. */
class ReadForeignTest {
    private static final List<CompressionCodecName> CODECS = List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD);

    @Property(tries = 150)
    void recordsComeBackEqual(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(400));
        byte[] file = ParquetJavaFiles.write(schema, records, builder -> randomSettings(random, builder));

        assertThat(read(file, 0)).isEqualTo(RandomRecords.comparable(records));

        int firstRow = random.nextInt(records.size() + 1);
        assertThat(read(file, firstRow))
                .as("from row %s on", firstRow)
                .isEqualTo(RandomRecords.comparable(records.subList(firstRow, records.size())));
    }

    static ExampleParquetWriter.Builder randomSettings(Random random, ExampleParquetWriter.Builder builder) {
        return builder.withCompressionCodec(CODECS.get(random.nextInt(CODECS.size())))
                .withWriterVersion(WriterVersion.values()[random.nextInt(2)])
                .withDictionaryEncoding(random.nextBoolean())
                .withByteStreamSplitEncoding(random.nextBoolean())
                .withPageSize(64 << random.nextInt(12))
                .withPageRowCountLimit(1 << random.nextInt(12))
                .withMinRowCountForPageSizeCheck(1 + random.nextInt(50))
                .withRowGroupSize(1024L << random.nextInt(14));
    }

    private static Object read(byte[] file, long firstRow) throws IOException {
        ReaderOptions options = new ReaderOptions(ReaderOptions.Checksums.VERIFY);
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("theirs", file), options)) {
            List<Object> records = new ArrayList<>();
            RecordCursor cursor = reader.records(PlainRecords.builder(), firstRow);
            while (cursor.next()) {
                records.add(cursor.record());
            }
            return RandomRecords.comparable(records);
        }
    }
}

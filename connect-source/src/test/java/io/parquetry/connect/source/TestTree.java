package io.parquetry.connect.source;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** A directory with files of the Parquetry sink and foreign files. */
public final class TestTree {
    static final Schema VALUE = SchemaBuilder.struct()
            .name("Order")
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    /** With these, files of the same numbers in another order have the same footer. */
    static final WriterOptions EQUAL_FOOTERS = WriterOptions.builder()
            .codec(CompressionCodec.UNCOMPRESSED)
            .dictionary(WriterOptions.Dictionary.NEVER)
            .build();

    public final Path root;

    public TestTree(Path root) {
        this.root = root;
    }

    static SinkRecord order(String topic, int partition, long offset) {
        Struct value = new Struct(VALUE).put("id", offset).put("note", "note " + offset);
        return new SinkRecord(
                topic,
                partition,
                Schema.STRING_SCHEMA,
                "k" + offset,
                VALUE,
                value,
                offset,
                1_000 + offset,
                TimestampType.CREATE_TIME);
    }

    /** Writes a file of orders with these offsets, at the path that the sink gives it in {@code directory}. */
    public String orders(String topic, int partition, String directory, long... offsets) {
        List<SinkRecord> records = LongStream.of(offsets)
                .mapToObj(offset -> order(topic, partition, offset))
                .toList();
        return sinkFile(topic, partition, 0, directory, RecordMetadata.KAFKA, records);
    }

    String sinkFile(
            String topic,
            int partition,
            int generation,
            String directory,
            RecordMetadata metadata,
            List<SinkRecord> records) {
        long first = records.get(0).kafkaOffset();
        long last = records.get(records.size() - 1).kafkaOffset();
        String name = new DataFileName(topic, partition, first, last, generation).format();
        return put("topics/" + topic + "/" + directory + "/" + name, bytes(metadata, records));
    }

    static byte[] bytes(RecordMetadata metadata, List<SinkRecord> records) {
        return bytes(metadata, records, records.size());
    }

    /** A file of the sink with so many records in a row group. */
    static byte[] bytes(RecordMetadata metadata, List<SinkRecord> records, int recordsInRowGroup) {
        return bytes(RecordLayout.of(records.get(0), metadata, ColumnTypes.DEFAULT), records, recordsInRowGroup);
    }

    static byte[] bytes(RecordLayout layout, List<SinkRecord> records, int recordsInRowGroup) {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        WriterOptions options = WriterOptions.builder().pageRowsMax(3).build();
        try (ParquetWriter<SinkRecord> writer = ParquetWriter.create(out, layout.schema(), layout.walker(), options)) {
            for (int i = 0; i < records.size(); i++) {
                writer.write(records.get(i));
                if ((i + 1) % recordsInRowGroup == 0) {
                    writer.flushRowGroup();
                }
            }
            layout.keyValueMetadata().forEach(writer::putKeyValue);
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A foreign file of {@code rows} rows with the columns n and word. */
    public static byte[] foreign(int rows) {
        return foreign(rows, rows);
    }

    /** A foreign file of {@code rows} rows with so many of them in a row group. */
    static byte[] foreign(int rows, int rowsInRowGroup) {
        return foreign(
                rows, rowsInRowGroup, WriterOptions.builder().pageRowsMax(100).build());
    }

    static byte[] foreign(int rows, int rowsInRowGroup, WriterOptions options) {
        return foreign(0, rows, rowsInRowGroup, options);
    }

    /** The same, with values of n that begin with the first. */
    static byte[] foreign(int first, int rows, int rowsInRowGroup, WriterOptions options) {
        return foreign(IntStream.range(first, first + rows), rowsInRowGroup, options);
    }

    /** The same, with these values of n. */
    static byte[] foreign(IntStream numbers, int rowsInRowGroup, WriterOptions options) {
        MessageType schema = new MessageType(
                "schema",
                List.of(
                        PrimitiveType.of("n", Repetition.REQUIRED, PhysicalType.INT32),
                        PrimitiveType.of("word", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            int rows = 0;
            for (int n : numbers.toArray()) {
                writer.write(Map.of("n", n, "word", "w" + n));
                rows++;
                if (rows % rowsInRowGroup == 0) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /**
     * Numbers from 1000 on, of which the one in a row and the next one are exchanged: whichever they are, the footer is
     * the same.
     */
    static byte[] exchanged(int rows, int row) {
        return foreign(
                IntStream.range(0, rows)
                        .map(each -> each == row ? each + 1 : each == row + 1 ? each - 1 : each)
                        .map(each -> 1_000 + each),
                20,
                EQUAL_FOOTERS);
    }

    /** A file whose columns n and c1 to c11 of random numbers take 8 bytes a row each, in 4 row groups. */
    static byte[] wide(int rowsInRowGroup) {
        List<String> names = IntStream.range(0, 12)
                .mapToObj(column -> column == 0 ? "n" : "c" + column)
                .toList();
        MessageType schema = new MessageType(
                "schema",
                names.stream()
                        .map(name -> (Type) PrimitiveType.of(name, Repetition.REQUIRED, PhysicalType.INT64))
                        .toList());
        MemoryOutputFile out = new MemoryOutputFile("memory");
        Random random = new Random(1);
        WriterOptions options =
                WriterOptions.builder().codec(CompressionCodec.UNCOMPRESSED).build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (int row = 1; row <= 4 * rowsInRowGroup; row++) {
                Map<String, Long> record = new HashMap<>();
                names.forEach(name -> record.put(name, random.nextLong()));
                writer.write(record);
                if (row % rowsInRowGroup == 0) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Creates or replaces a file and returns its path. */
    public String put(String path, byte[] content) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void delete(String path) {
        try {
            Files.delete(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the temporary file of an entry whose files are not published yet. */
    String temporaryFile(String topic, int partition) {
        String path = String.format(Locale.ROOT, "_parquetry/sink/%s/%d/x.tmp", topic, partition);
        put(path, new byte[] {0});
        return path;
    }

    /** Writes the first entry of a ledger, before anything is published. */
    void ledgerWithoutPosition(String topic, int partition, long sequence) {
        put(
                String.format(Locale.ROOT, "_parquetry/sink/%s/%d/%010d.commit", topic, partition, sequence),
                ("{\"format\":1,\"seq\":" + sequence + ",\"epoch\":1,\"generation\":0,\"files\":[]}")
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    /** Writes an entry of the sink's ledger. */
    public void ledger(String topic, int partition, long sequence, int generation, long nextOffset, String... files) {
        StringBuilder list = new StringBuilder();
        for (String file : files) {
            list.append(list.isEmpty() ? "" : ",")
                    .append("{\"temp\":\"x.tmp\",\"final\":\"" + file
                            + "\",\"first\":0,\"last\":0,\"rows\":1,\"bytes\":1}");
        }
        put(
                String.format(Locale.ROOT, "_parquetry/sink/%s/%d/%010d.commit", topic, partition, sequence),
                ("{\"format\":1,\"seq\":" + sequence + ",\"epoch\":1,\"nextOffset\":" + nextOffset + ",\"generation\":"
                                + generation + ",\"files\":[" + list + "]}")
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}

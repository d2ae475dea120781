package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.judge.ParquetJava;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens to the bytes of a file, reading it ends: with records, or with one of the engine's own exceptions that
 * names the file. Nothing else is thrown, and no memory is taken that the bytes cannot fill.
 */
class HostileFilesTest {
    private static final String NAME = "hostile.parquet";
    private static final int FLIPS_MAX = 1_000;

    private static final MessageType SCHEMA = MessageType.parse("""
            message record {
              required int64 id;
              optional binary name (STRING);
              required boolean flag;
              optional fixed_len_byte_array(5) code;
              required float ratio;
              optional group items (LIST) {
                repeated group list {
                  optional group element {
                    required int32 count;
                    optional binary raw;
                  }
                }
              }
              required group tags (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional double value;
                }
              }
            }
            """);

    /** A good file of some kind. */
    record Victim(String kind, byte[] bytes) {
        @Override
        public String toString() {
            return kind;
        }
    }

    static List<Victim> victims() throws IOException {
        List<Map<String, Object>> records = new RandomRecords(new Random(11)).records(SCHEMA, 25);
        List<Victim> victims = new ArrayList<>();
        for (CompressionCodec codec : List.of(
                CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.GZIP, CompressionCodec.ZSTD)) {
            for (WriterOptions.PageVersion version : WriterOptions.PageVersion.values()) {
                victims.add(new Victim("ours, " + codec + ", " + version, ours(records, codec, version)));
            }
        }
        for (WriterVersion version : WriterVersion.values()) {
            victims.add(new Victim(
                    "parquet-java's, " + version,
                    ParquetJava.write(
                            records,
                            SCHEMA,
                            builder -> builder.withWriterVersion(version)
                                    .withDictionaryEncoding(false)
                                    .withByteStreamSplitEncoding(version == WriterVersion.PARQUET_1_0)
                                    .withCompressionCodec(CompressionCodecName.UNCOMPRESSED))));
        }
        return victims;
    }

    private static byte[] ours(
            List<Map<String, Object>> records, CompressionCodec codec, WriterOptions.PageVersion version)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(NAME);
        WriterOptions options = WriterOptions.builder()
                .codec(codec)
                .pageVersion(version)
                .pageRowsMax(10)
                .build();
        try (ParquetWriter writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("victims")
    void anyBitMayBeFlipped(Victim victim) throws IOException {
        byte[] bytes = victim.bytes();
        Random random = new Random(5);
        int bits = bytes.length * 8;
        int refused = 0;
        for (int i = 0; i < Math.min(bits, FLIPS_MAX); i++) {
            int bit = bits <= FLIPS_MAX ? i : random.nextInt(bits);
            bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
            refused += isRefused(bytes) ? 1 : 0;
            bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
        }
        assertThat(refused).isPositive();
        assertThat(isRefused(bytes)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("victims")
    void anyBytesMayBeOverwritten(Victim victim) throws IOException {
        Random random = new Random(6);
        byte[] extremes = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff};
        for (int i = 0; i < 300; i++) {
            byte[] bytes = victim.bytes().clone();
            int from = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, from + 1 + random.nextInt(8));
            byte with = extremes[random.nextInt(extremes.length)];
            Arrays.fill(bytes, from, to, with);
            isRefused(bytes);
        }
    }

    @ParameterizedTest
    @MethodSource("victims")
    void aFileThatIsCutOffAnywhereIsRefused(Victim victim) throws IOException {
        for (int length = 0; length < victim.bytes().length; length += 13) {
            assertThat(isRefused(Arrays.copyOf(victim.bytes(), length)))
                    .as("cut off at %s of %s", length, victim.bytes().length)
                    .isTrue();
        }
    }

    /** Reads everything in every way; says whether one of them was refused. */
    private static boolean isRefused(byte[] bytes) throws IOException {
        boolean refused = false;
        try (ParquetReader reader = open(bytes)) {
            refused = isRefused(() -> drain(reader.records(PlainRecords.builder())))
                    | isRefused(() -> drain(reader.records(
                            PlainRecords.builder(), reader.metadata().rows() / 2)));
            for (LeafColumn leaf : reader.schema().leaves()) {
                refused |= isRefused(() -> {
                    ColumnCursor cursor = reader.column(leaf);
                    while (cursor.next()) {
                        cursor.value();
                    }
                });
            }
        } catch (ParquetException e) {
            assertThat(e).hasMessageStartingWith(NAME);
            refused = true;
        }
        return refused;
    }

    private interface Read {
        void run() throws IOException;
    }

    private static boolean isRefused(Read read) throws IOException {
        try {
            read.run();
            return false;
        } catch (ParquetException e) {
            assertThat(e).hasMessageStartingWith(NAME);
            return true;
        }
    }

    private static void drain(RecordCursor cursor) throws IOException {
        while (cursor.next()) {
            cursor.record();
        }
    }

    private static ParquetReader open(byte[] bytes) throws IOException {
        return ParquetReader.open(new MemoryInputFile(NAME, bytes), ReaderOptions.DEFAULT);
    }

    @Test
    void aFileThatIsTooShortIsNoParquetFile() {
        assertThatThrownBy(() -> open("PAR1".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("hostile.parquet: not a Parquet file: it has 4 bytes, but the shortest one has 12");
    }

    @Test
    void aFileWithoutTheMagicBytesIsNoParquetFile() {
        assertThatThrownBy(() -> open("PAR1 is how it begins".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("it ends with the bytes 67 69 6e 73, not with PAR1");
        assertThatThrownBy(() -> open("so it does end on PAR1".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("it begins with the bytes 73 6f 20 69, not with PAR1");
    }

    @Test
    void aFooterLongerThanTheFileIsRefused() {
        assertThatThrownBy(() -> open(new byte[] {'P', 'A', 'R', '1', 0, 9, 0, 0, 0, 'P', 'A', 'R', '1'}))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the footer claims 9 bytes, but the file has room for 1 to 1");
    }

    @Test
    void anEncryptedFooterIsRefusedByName() {
        assertThatThrownBy(() -> open(new byte[] {'P', 'A', 'R', 'E', 0, 1, 0, 0, 0, 'P', 'A', 'R', 'E'}))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("unsupported: encrypted file");
    }
}

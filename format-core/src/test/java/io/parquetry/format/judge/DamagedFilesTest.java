package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files with bytes missing or flipped. With checksums verified no page that was touched is read; whatever else was touched,
 * reading ends in records or in one of the engine's exceptions, which name the file, and in nothing else: no error of the
 * virtual machine, and no loop without end.
 */
class DamagedFilesTest {
    private static final ReaderOptions VERIFY = new ReaderOptions(ReaderOptions.Checksums.VERIFY);
    private static final ReaderOptions IGNORE = new ReaderOptions(ReaderOptions.Checksums.IGNORE);

    private static final MessageType SCHEMA = MessageType.parse("""
            message damaged {
              required int64 id;
              optional binary name (STRING);
              optional boolean flag;
              optional group lists (LIST) { repeated group list { optional group element {
                repeated double numbers; required fixed_len_byte_array(3) code; } } }
              optional group map (MAP) { repeated group key_value {
                required binary key (STRING); optional int32 value; } }
            }""");

    /** A good file, to be damaged. */
    private record Sample(String name, byte[] bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Sample> samples() throws IOException {
        List<Sample> samples = new ArrayList<>();
        List<Map<String, Object>> records = new RandomRecords(new Random(1)).records(SCHEMA, 40);
        WriterOptions.Builder options = WriterOptions.builder().pageRowsMax(15).rowGroupBytesMax(4000);
        for (WriterOptions.PageVersion version : WriterOptions.PageVersion.values()) {
            for (CompressionCodec codec : List.of(
                    CompressionCodec.UNCOMPRESSED,
                    CompressionCodec.SNAPPY,
                    CompressionCodec.GZIP,
                    CompressionCodec.ZSTD)) {
                byte[] file = OurFiles.write(
                        records,
                        SCHEMA,
                        options.codec(codec).pageVersion(version).build());
                samples.add(new Sample(version + " " + codec, file));
            }
        }
        for (WriterVersion version : WriterVersion.values()) {
            byte[] file = ParquetJava.write(records, SCHEMA, version, new Random(2));
            samples.add(new Sample("parquet-java " + version, file));
        }
        return samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aFileCutShortAnywhereIsCorrupt(Sample sample) {
        for (int length = 0; length < sample.bytes.length; length++) {
            byte[] cut = Arrays.copyOf(sample.bytes, length);
            assertThatExceptionOfType(CorruptFileException.class)
                    .as("%d of %d bytes", length, sample.bytes.length)
                    .isThrownBy(() -> read(cut, VERIFY))
                    .withMessageStartingWith("damaged");
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void flippedBitsEndInRecordsOrInAnException(Sample sample) throws IOException {
        Object records = read(sample.bytes, VERIFY);
        BitSet checked = bytesUnderChecksum(sample.bytes);
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            byte[] flipped = sample.bytes.clone();
            int at = random.nextInt(flipped.length);
            int bit = 1 << random.nextInt(8);
            flipped[at] ^= (byte) bit;
            String what = "bit " + bit + " of byte " + at;
            if (checked.get(at)) {
                assertThatExceptionOfType(CorruptFileException.class)
                        .as(what)
                        .isThrownBy(() -> read(flipped, VERIFY))
                        .withMessageContaining("page");
            } else {
                tryToRead(flipped, VERIFY, what);
            }
            tryToRead(flipped, IGNORE, what);
        }
        assertThat(read(sample.bytes, VERIFY)).as("the file itself").isEqualTo(records);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void manyFlippedBytesEndInAnExceptionOrInRecords(Sample sample) throws IOException {
        Random random = new Random(4);
        int footer = sample.bytes.length
                - 8
                - ByteBuffer.wrap(sample.bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(sample.bytes.length - 8);
        for (int round = 0; round < 500; round++) {
            byte[] flipped = sample.bytes.clone();
            int count = 1 + random.nextInt(20);
            // Half of them leave the footer whole, so that pages are reached.
            int end = random.nextBoolean() ? flipped.length : footer;
            for (int i = 0; i < count; i++) {
                flipped[random.nextInt(end)] = (byte) random.nextInt();
            }
            tryToRead(flipped, IGNORE, "round " + round);
        }
    }

    private static void tryToRead(byte[] file, ReaderOptions options, String what) throws IOException {
        try {
            assertThat(read(file, options)).as(what).isNotNull();
        } catch (ParquetException e) {
            assertThat(e).as(what).hasMessageStartingWith("damaged");
        }
    }

    /** All records, and all entries of all columns. */
    private static Object read(byte[] file, ReaderOptions options) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("damaged", file), options)) {
            List<Object> all = new ArrayList<>();
            RecordCursor records = reader.records(PlainRecords.builder());
            while (records.next()) {
                all.add(records.record());
            }
            for (LeafColumn leaf : reader.schema().leaves()) {
                ColumnCursor entries = reader.column(leaf);
                while (entries.next()) {
                    all.add(entries.value());
                }
            }
            return RandomRecords.comparable(all);
        }
    }

    /** The bodies of pages that have a checksum. */
    private static BitSet bytesUnderChecksum(byte[] file) throws IOException {
        BitSet checked = new BitSet();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), VERIFY)) {
            for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
                for (LeafColumn leaf : reader.schema().leaves()) {
                    for (ParquetReader.Page page : reader.pages(group, leaf)) {
                        int begin = (int) page.offset() + page.headerBytes();
                        if (page.header().crc().isPresent()) {
                            checked.set(begin, begin + page.header().compressedBytes());
                        }
                    }
                }
            }
        }
        return checked;
    }

    @Test
    void aFlippedValueIsFoundByItsChecksumAndByNothingElse() throws IOException {
        MessageType schema = MessageType.parse("message m { required int64 number; }");
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .build();
        byte[] file = OurFiles.write(List.of(Map.of("number", 5L), Map.of("number", 6L)), schema, options);
        int value = bytesUnderChecksum(file).nextSetBit(0);

        file[value] ^= 2;

        assertThat(read(file, IGNORE)).isEqualTo(List.of(Map.of("number", 7L), Map.of("number", 6L), 7L, 6L));
        assertThatThrownBy(() -> read(file, VERIFY))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("damaged, row group 0, column number, page 0")
                .hasMessageContaining("checksum");
        assertThatThrownBy(() -> ParquetJava.read(file, schema))
                .hasStackTraceContaining("CRC checksum verification failed");
    }
}

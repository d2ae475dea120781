package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Page checksums: every page that we write has one, verification finds any flipped bit, parquet-java computes the same
 * checksums, and without verification they are ignored.
 */
class ChecksumTest {
    private static final ReaderOptions VERIFY =
            ReaderOptions.builder().checksums(ReaderOptions.Checksums.VERIFY).build();
    private static final ReaderOptions IGNORE =
            ReaderOptions.builder().checksums(ReaderOptions.Checksums.IGNORE).build();

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

    @ParameterizedTest
    @EnumSource(WriterOptions.PageVersion.class)
    void noPageIsReadOfWhichABitWasFlipped(WriterOptions.PageVersion version) throws IOException {
        List<Map<String, Object>> records = new RandomRecords(new Random(1)).records(SCHEMA, 40);
        WriterOptions options = WriterOptions.builder()
                .pageVersion(version)
                .pageRowsMax(15)
                .rowGroupBytesMax(4000)
                .build();
        byte[] file = OurFiles.write(records, SCHEMA, options);
        int[] checked = bytesUnderChecksum(file).stream().toArray();
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            byte[] flipped = file.clone();
            int at = checked[random.nextInt(checked.length)];
            flipped[at] ^= (byte) (1 << random.nextInt(8));

            assertThatExceptionOfType(CorruptFileException.class)
                    .as("byte %d", at)
                    .isThrownBy(() -> read(flipped, VERIFY))
                    .withMessageContaining("checksum");
        }
    }

    private static Object read(byte[] file, ReaderOptions options) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("damaged", file), options)) {
            List<Object> all = new ArrayList<>();
            RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder());
            while (records.next()) {
                all.add(records.record());
            }
            return RandomRecords.comparable(all);
        }
    }

    /** The bytes of all pages without their headers. */
    private static BitSet bytesUnderChecksum(byte[] file) throws IOException {
        BitSet checked = new BitSet();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), VERIFY)) {
            for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
                for (LeafColumn leaf : reader.schema().leaves()) {
                    for (ParquetReader.Page page : reader.pages(group, leaf)) {
                        int begin = (int) page.offset() + page.headerBytes();
                        assertThat(page.header().crc()).isPresent();
                        checked.set(begin, begin + page.header().compressedBytes());
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

        assertThat(read(file, IGNORE)).isEqualTo(List.of(Map.of("number", 7L), Map.of("number", 6L)));
        assertThatThrownBy(() -> read(file, VERIFY))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("damaged, row group 0, column number, page 0")
                .hasMessageContaining("checksum");
        assertThatThrownBy(() -> ParquetJava.read(file, schema))
                .hasStackTraceContaining("CRC checksum verification failed");
    }
}

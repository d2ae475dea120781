package io.parquetry.format.internal.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is no Parquet file at all is refused at once, in words that say why. */
class NoParquetFileTest {
    private static final String NAME = "hostile.parquet";

    private static ParquetReader open(byte[] bytes) throws IOException {
        return ParquetReader.open(new MemoryInputFile(NAME, bytes), ReaderOptions.DEFAULT);
    }

    private interface Bytes {
        void read(long position, byte[] buffer, int offset, int length);
    }

    private record Source(long length, Bytes bytes) implements InputFile {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int count) {
            bytes.read(position, buffer, offset, count);
        }

        @Override
        public void close() {}
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
                .hasMessageContaining("the footer claims 9 bytes, but the file has space for 1 to 1");
    }

    @Test
    void anEncryptedFooterIsRefusedByName() {
        assertThatThrownBy(() -> open(new byte[] {'P', 'A', 'R', 'E', 0, 1, 0, 0, 0, 'P', 'A', 'R', 'E'}))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("unsupported: encrypted file");
    }

    @Test
    void aFooterThatMemoryDoesNotHoldIsRefusedBeforeItIsRead() {
        // Every four bytes are PAR1, which as a length are 826 million bytes.
        InputFile huge = new Source(5L << 30, (position, buffer, offset, length) -> {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) "PAR1".charAt((int) ((position + i) % 4));
            }
        });

        assertThatThrownBy(() -> ParquetReader.open(huge, ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("the footer claims 827474256 bytes");
    }

    @Test
    void theEndOfAFileThatWasReadBeforeIsNotReadAgain() throws IOException {
        byte[] file = file();
        List<Integer> reads = new ArrayList<>();
        for (int tail : new int[] {file.length, file.length - 4, 8}) {
            reads.clear();
            InputFile counted = new Source(file.length, (position, buffer, offset, length) -> {
                reads.add(length);
                System.arraycopy(file, (int) position, buffer, offset, length);
            });
            byte[] end = Arrays.copyOfRange(file, file.length - tail, file.length);
            try (ParquetReader reader = ParquetReader.open(new FileWithTail(counted, end), ReaderOptions.DEFAULT)) {
                assertThat(reader.metadata().rows()).isEqualTo(1);
            }
            assertThat(reads).as("%d bytes given", tail).hasSize(tail == 8 ? 2 : 1);
        }
    }

    @Test
    void aTailHasAtLeastEightBytesAndAtMostTheWholeFile() throws IOException {
        byte[] file = file();
        for (int tail : new int[] {0, 7, file.length + 1}) {
            assertThatThrownBy(() -> new FileWithTail(new MemoryInputFile(NAME, file), new byte[tail]))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("the tail has " + tail + " bytes; it must have 8 to");
        }
    }

    private static byte[] file() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(NAME);
        MessageType schema = MessageType.parse("message m { required int32 n; }");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("n", 1));
            writer.finish();
        }
        return out.toByteArray();
    }
}

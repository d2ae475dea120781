package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.MemoryInputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is no Parquet file at all is refused at once, in words that say why. */
class NoParquetFileTest {
    private static final String NAME = "hostile.parquet";

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

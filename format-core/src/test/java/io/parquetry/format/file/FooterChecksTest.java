package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A footer whose claims nothing in the file can bear out is refused when the file is opened. */
class FooterChecksTest {
    @Test
    void rowsWithoutAnyColumnAreRefused() throws IOException {
        RowGroupMetadata endless = new RowGroupMetadata(
                List.of(), 0, 1L << 62, List.of(), OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty());
        FileMetadata footer = new FileMetadata(
                1,
                new MessageType("nothing", List.of()),
                1L << 62,
                List.of(endless),
                List.of(),
                Optional.empty(),
                List.of());
        MemoryOutputFile file = new MemoryOutputFile("columnless");
        FileLayout.writeMagic(file);
        FileLayout.writeFooter(file, footer);

        assertThatThrownBy(() -> ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("columnless", "row groups without columns");
    }
}

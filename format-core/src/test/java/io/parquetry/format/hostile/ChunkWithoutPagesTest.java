package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.merge.ParquetMerger.KeyValues;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A chunk without data pages is merged where its row group has no rows, and refused where it has. */
class ChunkWithoutPagesTest {
    private static byte[] file(long rows) {
        return new HandMadeFile()
                .root(1)
                .column(HandMadeFile.INT64, HandMadeFile.REQUIRED, "id")
                .chunk(HandMadeFile.INT64, rows, "id")
                .finish(rows);
    }

    private static long mergedRows(byte[] file) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(out, KeyValues.MUST_AGREE)) {
            merger.append(new MemoryInputFile("empty", file));
            return merger.finish().rows();
        }
    }

    @Test
    void withoutRowsThereIsNothingToMerge() throws IOException {
        assertThat(mergedRows(file(0))).isZero();
    }

    @Test
    void rowsWithoutPagesAreRefused() {
        assertThatThrownBy(() -> mergedRows(file(3)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(
                        "empty, row group 0, column id: " + "the pages have 0 values and nulls, but the footer says 3");
    }
}

package io.parquetry.format.hostile;

import static io.parquetry.format.hostile.HandMadeFile.INT32;
import static io.parquetry.format.hostile.HandMadeFile.OPTIONAL;
import static io.parquetry.format.hostile.HandMadeFile.joined;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run of nulls makes a page of any number of rows out of a few bytes; rows that are skipped are not decoded. */
class HugePagesTest {
    private static final int PAGES = 300;

    /** A run of Integer.MAX_VALUE nulls: its length, doubled, and the level. */
    private static final byte[] NULLS = {6, 0, 0, 0, -2, -1, -1, -1, 15, 0};

    @Test
    @Timeout(30)
    void theRestOfAPageIsPassedOver() throws IOException {
        HandMadeFile file = new HandMadeFile().root(1).column(INT32, OPTIONAL, "a");
        for (int page = 0; page < PAGES; page++) {
            file.pageV1(Integer.MAX_VALUE, joined(NULLS));
        }
        long rows = (long) PAGES * Integer.MAX_VALUE;
        byte[] bytes = file.chunk(INT32, rows, "a").finish(rows);

        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", bytes), ReaderOptions.DEFAULT)) {
            ColumnCursor cursor = reader.column(reader.schema().leaves().get(0));
            for (long page = 0; page < PAGES; page++) {
                cursor.seek(0, page * Integer.MAX_VALUE + 1);
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.value()).isNull();
            }
        }
    }
}

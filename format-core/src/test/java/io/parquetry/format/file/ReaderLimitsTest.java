package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A list that is larger than a reader takes is refused while it is small in the file, and before it is whole in memory;
 * many lists that are large together are not.
 */
class ReaderLimitsTest {
    private static final MessageType NUMBERS = MessageType.parse(
            "message m { optional group list (LIST) { repeated group list { optional int32 element; } } }");
    private static final MessageType BYTES = MessageType.parse(
            "message m { optional group list (LIST) { repeated group list { optional binary element; } } }");

    private static MemoryOutputFile write(MessageType schema, List<List<?>> lists) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("lists");
        try (ParquetWriter writer = ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (List<?> list : lists) {
                writer.write(Map.of("list", list));
            }
            writer.finish();
        }
        return out;
    }

    private static int read(MemoryOutputFile file, ReaderOptions options) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), options)) {
            RecordCursor cursor = reader.records(PlainRecords.builder());
            int records = 0;
            while (cursor.next()) {
                records++;
            }
            return records;
        }
    }

    private static ReaderOptions limits(int pageBytesMax, int recordEntriesMax) {
        return new ReaderOptions(ReaderOptions.Checksums.VERIFY, pageBytesMax, recordEntriesMax);
    }

    @Test
    void aListOfTooManyElementsIsRefused() throws IOException {
        List<List<?>> lists = new ArrayList<>(Collections.nCopies(100, List.of(1, 2, 3)));
        lists.add(Collections.nCopies(100_000, null));
        MemoryOutputFile file = write(NUMBERS, lists);
        assertThat(file.position()).isLessThan(1_000);
        assertThat(read(file, limits(1 << 20, 1 << 17))).isEqualTo(101);
        assertThatThrownBy(() -> read(file, limits(1 << 20, 1 << 16)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(
                        "lists, row group 0, column list.list.element, page 0: unsupported: one record has")
                .hasMessageContaining("its limits are 65536 entries");
    }

    @Test
    void manyListsOfFewElementsAreRead() throws IOException {
        List<List<?>> lists = new ArrayList<>(Collections.nCopies(3_000, Collections.nCopies(1_000, null)));
        assertThat(read(write(NUMBERS, lists), limits(1 << 20, 1 << 11))).isEqualTo(3_000);
    }

    @Test
    void aListWhoseValuesTakeTooManyBytesIsRefused() throws IOException {
        List<List<?>> lists = List.of(List.of(), Collections.nCopies(3_000, new byte[10_000]));
        MemoryOutputFile file = write(BYTES, lists);
        assertThat(file.position()).isLessThan(1_000);
        assertThat(read(file, limits(1 << 25, 1 << 20))).isEqualTo(2);
        assertThatThrownBy(() -> read(file, limits(1 << 24, 1 << 20)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("its limits are 1048576 entries and 16777216 bytes");
    }

    @Test
    void manyListsWhoseValuesTakeManyBytesTogetherAreRead() throws IOException {
        List<List<?>> lists = new ArrayList<>(Collections.nCopies(2_000, Collections.nCopies(3, new byte[10_000])));
        assertThat(read(write(BYTES, lists), limits(1 << 20, 1 << 20))).isEqualTo(2_000);
    }

    @Test
    void limitsOutOfBoundsAreRefused() {
        assertThatThrownBy(() -> limits(10, 1 << 20))
                .isInstanceOf(UsageException.class)
                .hasMessage("page bytes is 10; it must be 1024 to 1073741824");
        assertThatThrownBy(() -> limits(1 << 20, 0))
                .isInstanceOf(UsageException.class)
                .hasMessage("record entries is 0; it must be 1024 to 1073741824");
    }
}

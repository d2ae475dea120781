package io.parquetry.format.hostile;

import static io.parquetry.format.hostile.HandMadeFile.INT32;
import static io.parquetry.format.hostile.HandMadeFile.REQUIRED;
import static io.parquetry.format.hostile.HandMadeFile.i32;
import static io.parquetry.format.hostile.HandMadeFile.i64;
import static io.parquetry.format.hostile.HandMadeFile.ints;
import static io.parquetry.format.hostile.HandMadeFile.levels;
import static io.parquetry.format.hostile.HandMadeFile.list;
import static io.parquetry.format.hostile.HandMadeFile.struct;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.hostile.Thrift.Field;
import io.parquetry.format.hostile.Thrift.Struct;
import io.parquetry.format.hostile.Thrift.Value;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A dictionary leaves out a row group only if it has the values of all pages; {@code encoding_stats} that another part
 * of the file contradicts do not show that.
 */
class ContradictingEncodingsTest {
    private static final int PLAIN = 0;
    private static final int PLAIN_DICTIONARY = 2;
    private static final int RLE = 3;
    private static final int DELTA_BINARY_PACKED = 5;
    private static final int RLE_DICTIONARY = 8;
    private static final int DATA_PAGE = 0;
    private static final int DICTIONARY_PAGE = 2;

    private static Field encodings(Integer... ids) {
        return list(
                2,
                Thrift.I32,
                Arrays.stream(ids).map(id -> (Value) new Thrift.Number(id)).toList());
    }

    private static Struct pages(int type, int encoding, int count) {
        return struct(i32(1, type), i32(2, encoding), i32(3, count));
    }

    private static Field encodingStats(Struct... pages) {
        return list(13, Thrift.STRUCT, List.of(pages));
    }

    private static Struct location(long from, long to, long row) {
        return struct(i64(1, from), i32(2, to - from), i64(3, row));
    }

    /** The value 1 on a page with indexes, and the value 2 on a page that may have none. */
    private static byte[] file(boolean secondIsPlain, Field... ofMetadata) {
        HandMadeFile file = new HandMadeFile().root(1).column(INT32, REQUIRED, "a");
        long dictionary = file.position();
        file.dictionary(2, ints(1, secondIsPlain ? 1 : 2));
        long first = file.position();
        file.pageV1(1, HandMadeFile.joined(new byte[] {1}, levels(0)), RLE_DICTIONARY);
        long second = file.position();
        if (secondIsPlain) {
            file.pageV1(1, ints(2));
        } else {
            file.pageV1(1, HandMadeFile.joined(new byte[] {1}, levels(1)), RLE_DICTIONARY);
        }
        long end = file.position();
        file.chunk(INT32, 2, "a");
        byte[] index = Thrift.encode(
                struct(list(1, Thrift.STRUCT, List.of(location(first, second, 0), location(second, end, 1)))));
        file.raw(index);
        List<Field> metadata = new ArrayList<>(List.of(ofMetadata));
        metadata.addAll(List.of(i64(9, first), i64(11, dictionary)));
        return file.changeChunk(metadata, List.of(i64(4, end), i32(5, index.length)))
                .finish(2);
    }

    private static List<Object> found(byte[] file, String filter) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(
                    PlainRecords.builder(), RecordQuery.ALL.where(Filter.parse(filter, reader.schema())));
            return List.copyOf(cursor.next(10).records());
        }
    }

    private static void requireSecondRow(byte[] file) throws IOException {
        assertThat(found(file, "a = 2")).isEqualTo(List.of(Map.of("a", 2)));
    }

    @Test
    void noRowIsLostWhereTheOffsetIndexHasMorePagesThanAreCounted() throws IOException {
        requireSecondRow(file(
                true,
                encodings(PLAIN, RLE, RLE_DICTIONARY),
                encodingStats(pages(DICTIONARY_PAGE, PLAIN, 1), pages(DATA_PAGE, RLE_DICTIONARY, 1))));
    }

    @Test
    void noRowIsLostWhereTheChunkHasAnEncodingThatNoPageHas() throws IOException {
        for (Integer other : List.of(PLAIN, DELTA_BINARY_PACKED)) {
            requireSecondRow(file(
                    true,
                    encodings(other, RLE, PLAIN_DICTIONARY),
                    encodingStats(pages(DICTIONARY_PAGE, PLAIN_DICTIONARY, 1), pages(DATA_PAGE, PLAIN_DICTIONARY, 2))));
        }
    }

    @Test
    void noRowIsLostWhereThePagesHaveAnEncodingThatTheChunkHasNot() throws IOException {
        requireSecondRow(file(true, encodings(PLAIN, RLE), encodingStats(pages(DATA_PAGE, RLE_DICTIONARY, 2))));
    }

    @Test
    void countsThatTheFileConfirmsLeaveOutTheRowGroup() throws IOException {
        byte[] file = file(
                false,
                encodings(PLAIN, RLE, RLE_DICTIONARY),
                encodingStats(pages(DICTIONARY_PAGE, PLAIN, 1), pages(DATA_PAGE, RLE_DICTIONARY, 2)));

        requireSecondRow(file);
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(
                    PlainRecords.builder(), RecordQuery.ALL.where(Filter.parse("a = 3", reader.schema())));
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.counters().pagesRead()).isZero();
        }
    }
}

package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.hostile.FileParts.Kind;
import io.parquetry.format.hostile.Thrift.Items;
import io.parquetry.format.hostile.Thrift.Struct;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A page index that contradicts itself, the pages or the statistics of its chunk loses no row and shows no wrong one:
 * the file is read as if it had no index, and the reader names the column. Nor do statistics of a chunk that its column
 * index contradicts.
 */
@Tag("sampled")
class ContradictingIndexTest {
    private static final MessageType SCHEMA = MessageType.parse(
            "message m { required int32 id; optional binary s (STRING); optional double d; repeated int32 l; }");
    private static final List<Integer> COLUMNS = List.of(0, 1, 2, 3);
    private static final int ROWS = 40;
    private static final int PAGE_ROWS = 5;
    private static final int PAGES = ROWS / PAGE_ROWS;

    /** Fields of the statistics. */
    private static final int NULLS = 3;

    private static final int MAX = 5;
    private static final int MIN = 6;
    private static final byte[] NAN = {0, 0, 0, 0, 0, 0, (byte) 0xF8, 0x7F};
    private static final List<String> FILTERS = List.of(
            "id = 7",
            "id >= 33",
            "id < 3",
            "s = 'k12'",
            "s IS NULL",
            "s IS NOT NULL",
            "d > 30.0",
            "id > 8 AND id < 11");

    private static byte[] file(PageVersion version) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        WriterOptions options = WriterOptions.builder()
                .pageVersion(version)
                .pageRowsMax(PAGE_ROWS)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(row(row));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static Map<String, Object> row(int number) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", number);
        if (number / PAGE_ROWS != 3 && number % 4 != 1) {
            row.put("s", "k" + number);
        }
        if (number % 6 != 0) {
            row.put("d", (double) number);
        }
        row.put("l", Collections.nCopies(number % 3, number));
        return row;
    }

    private static final List<Map<String, Object>> EXPECTED = new ArrayList<>();

    static {
        for (int row = 0; row < ROWS; row++) {
            EXPECTED.add(row(row));
        }
    }

    private static ParquetReader open(byte[] file) throws IOException {
        return ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT);
    }

    private record Answer(List<Map<String, Object>> rows, List<String> remarks) {}

    private static Answer answer(byte[] file, RecordQuery query) throws IOException {
        try (ParquetReader reader = open(file)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), query);
            List<Map<String, Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                rows.add(cursor.record());
            }
            return new Answer(rows, cursor.counters().ignoredIndexes());
        }
    }

    private static Answer filtered(byte[] file, String filter) throws IOException {
        return answer(file, RecordQuery.ALL.where(Filter.parse(filter, SCHEMA)));
    }

    private static void requireSameRows(byte[] whole, byte[] changed, String as) throws IOException {
        for (String filter : FILTERS) {
            assertThat(filtered(changed, filter).rows())
                    .as("%s, %s", as, filter)
                    .isEqualTo(filtered(whole, filter).rows());
        }
        for (int row = 0; row < ROWS; row++) {
            assertThat(answer(changed, RecordQuery.ALL.fromRow(row)).rows())
                    .as("%s, from row %s", as, row)
                    .isEqualTo(EXPECTED.subList(row, ROWS));
        }
        requireColumnSeeks(changed, as);
    }

    private static void requireColumnSeeks(byte[] changed, String as) throws IOException {
        LeafColumn list = SCHEMA.leaf("l");
        try (ParquetReader reader = open(changed)) {
            ColumnCursor ids = reader.column(SCHEMA.leaf("id"));
            ColumnCursor lists = reader.column(list);
            for (int step : new int[] {3, 22, 17, 39, 0, 31, 36}) {
                ids.seek(0, step);
                assertThat(ids.next()).isTrue();
                assertThat(ids.value()).as("%s, id at %s", as, step).isEqualTo(step);
                lists.seek(0, step);
                assertThat(lists.next()).isTrue();
                assertThat(lists.value()).as("%s, list at %s", as, step).isEqualTo(step % 3 == 0 ? null : step);
            }
        }
    }

    private static List<Struct> locations(Struct offsetIndex) {
        return offsetIndex.structs(1);
    }

    private static Items items(Struct struct, int field) {
        return (Items) struct.field(field).value;
    }

    private static byte[] changed(byte[] file, Kind kind, int column, Consumer<Struct> change) throws IOException {
        FileParts parts = new FileParts(file);
        return parts.edit().struct(parts.of(kind).get(column), change).build();
    }

    @ParameterizedTest
    @EnumSource(PageVersion.class)
    void noRowIsLostByAnOffsetIndexWithAWrongPage(PageVersion version) throws IOException {
        byte[] whole = file(version);
        for (int column : Breadth.of(2, COLUMNS, version.ordinal())) {
            for (int page = 0; page < PAGES; page++) {
                int at = page;
                Map<String, Consumer<Struct>> changes = new LinkedHashMap<>();
                changes.put("a row more", index -> add(locations(index).get(at), 3, 1));
                changes.put("a row less", index -> add(locations(index).get(at), 3, -1));
                changes.put("a byte more", index -> add(locations(index).get(at), 2, 1));
                changes.put("a byte further", index -> add(locations(index).get(at), 1, 1));
                changes.put("without the page", index -> items(index, 1).values.remove(at));
                changes.put(
                        "with the page twice",
                        index -> items(index, 1)
                                .values
                                .add(at, locations(index).get(at).copy()));
                for (Map.Entry<String, Consumer<Struct>> change : changes.entrySet()) {
                    byte[] wrong = changed(whole, Kind.OFFSET_INDEX, column, change.getValue());
                    requireSameRows(whole, wrong, "column " + column + ", page " + page + ", " + change.getKey());
                }
            }
        }
    }

    /** The same file, by a writer that nobody knows. */
    private static byte[] byAnotherWriter(byte[] file) throws IOException {
        return changed(
                file,
                Kind.FOOTER,
                0,
                footer -> footer.field(6).value = Thrift.Bytes.of("some writer".getBytes(StandardCharsets.UTF_8)));
    }

    /** The pages that a query passes over decide which rows the pages have that it reads. */
    @ParameterizedTest
    @EnumSource(PageVersion.class)
    void noRowIsTakenForAnotherWhereTheIndexIsWrongOnlyInPagesThatAreNotRead(PageVersion version) throws IOException {
        byte[] whole = byAnotherWriter(file(version));
        for (int column : Breadth.of(1, COLUMNS, version.ordinal())) {
            for (int first = 1; first < PAGES; first++) {
                for (int last = first; last < PAGES; last++) {
                    for (int by : new int[] {-3, 2}) {
                        List<Integer> pages =
                                IntStream.rangeClosed(first, last).boxed().toList();
                        byte[] wrong = changed(
                                whole,
                                Kind.OFFSET_INDEX,
                                column,
                                index -> pages.forEach(
                                        page -> add(locations(index).get(page), 3, by)));
                        requireSameRows(
                                whole, wrong, "column " + column + ", pages " + first + " to " + last + ", by " + by);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PageVersion.class)
    void aRightIndexOfAnotherWriterIsUsed(PageVersion version) throws IOException {
        byte[] whole = byAnotherWriter(file(version));

        requireSameRows(whole, whole, "right");
        for (String filter : FILTERS) {
            assertThat(filtered(whole, filter).remarks().stream().filter(remark -> !remark.contains("column l:")))
                    .isEmpty();
        }
    }

    private static void add(Struct struct, int field, long by) {
        struct.setNumber(field, struct.number(field) + by);
    }

    @ParameterizedTest
    @EnumSource(PageVersion.class)
    void noRowIsLostWhereEachPageBeginsWithRowZero(PageVersion version) throws IOException {
        byte[] whole = file(version);
        byte[] wrong = whole;
        for (int column = 0; column < 4; column++) {
            wrong = changed(
                    wrong, Kind.OFFSET_INDEX, column, index -> locations(index).forEach(page -> page.setNumber(3, 0)));
        }

        requireSameRows(whole, wrong, "zeros");
        assertThat(filtered(wrong, "d > 30.0").remarks().get(0))
                .isEqualTo("file, row group 0, column d: the offset index is not used: page 1 begins at row 0, page 0"
                        + " at row 0");
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "0, 3", "1, 2", "1, 3", "2, 2", "2, 3"})
    void noRowIsLostByAColumnIndexWithTheBoundsOfOtherPages(int column, int field) throws IOException {
        byte[] whole = file(PageVersion.V1);
        byte[] swapped = changed(whole, Kind.COLUMN_INDEX, column, index -> {
            index.setNumber(4, 0);
            Collections.swap(items(index, field).values, 0, PAGES - 1);
        });
        byte[] cut =
                changed(whole, Kind.COLUMN_INDEX, column, index -> Collections.swap(items(index, field).values, 1, 2));

        requireSameRows(whole, swapped, "swapped");
        requireSameRows(whole, cut, "swapped neighbours");
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "1, 0", "2, 4"})
    void noRowIsLostWhereNullPagesAndNullCountsDisagree(int column, int page) throws IOException {
        byte[] whole = file(PageVersion.V1);
        byte[] flipped = changed(whole, Kind.COLUMN_INDEX, column, index -> {
            List<Thrift.Value> flags = items(index, 1).values;
            flags.set(page, new Thrift.Flag(!((Thrift.Flag) flags.get(page)).value()));
        });
        byte[] counted = changed(whole, Kind.COLUMN_INDEX, column, index -> {
            List<Thrift.Value> counts = items(index, 5).values;
            long stated = ((Thrift.Number) counts.get(page)).value();
            counts.set(page, new Thrift.Number(stated == PAGE_ROWS ? 0 : PAGE_ROWS));
        });

        requireSameRows(whole, flipped, "flag");
        requireSameRows(whole, counted, "count");
        assertThat(filtered(flipped, column == 1 ? "s = 'k12'" : "d > 30.0")
                        .remarks()
                        .get(0))
                .contains("column " + (column == 1 ? "s" : "d") + ": the page indexes are not used");
    }

    /** Changes the statistics of a chunk in the footer, and leaves out its size statistics, which would tell. */
    private static byte[] statistics(byte[] file, int column, Consumer<Struct> change) throws IOException {
        return changed(file, Kind.FOOTER, 0, footer -> {
            Struct chunk =
                    (Struct) footer.structs(4).get(0).structs(1).get(column).field(3).value;
            chunk.fields.removeIf(field -> field.id == 16);
            change.accept((Struct) chunk.field(12).value);
        });
    }

    private static void bounds(Struct statistics, byte[] min, byte[] max) {
        statistics.field(MIN).value = Thrift.Bytes.of(min);
        statistics.field(MAX).value = Thrift.Bytes.of(max);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, byte[]> contradictedStatistics() throws IOException {
        byte[] whole = file(PageVersion.V1);
        Map<String, byte[]> wrong = new LinkedHashMap<>();
        wrong.put(
                "id above",
                statistics(whole, 0, each -> bounds(each, new byte[] {50, 0, 0, 0}, new byte[] {60, 0, 0, 0})));
        wrong.put(
                "id within",
                statistics(whole, 0, each -> bounds(each, new byte[] {8, 0, 0, 0}, new byte[] {20, 0, 0, 0})));
        wrong.put("s below", statistics(whole, 1, each -> bounds(each, text("a"), text("b"))));
        wrong.put("s without nulls", statistics(whole, 1, each -> each.setNumber(NULLS, 0)));
        wrong.put("s of nulls", statistics(whole, 1, each -> {
            each.setNumber(NULLS, ROWS);
            each.fields.removeIf(field -> field.id != NULLS);
        }));
        wrong.put("s within", statistics(whole, 1, each -> bounds(each, text("k2"), text("k3"))));
        wrong.put("s without a lower bound", statistics(whole, 1, each -> {
            each.field(MAX).value = Thrift.Bytes.of(text("k11"));
            each.fields.removeIf(field -> field.id == MIN);
        }));
        wrong.put("id without an upper bound", statistics(whole, 0, each -> {
            each.field(MIN).value = Thrift.Bytes.of(new byte[] {50, 0, 0, 0});
            each.fields.removeIf(field -> field.id == MAX);
        }));
        wrong.put("d below", statistics(whole, 2, each -> bounds(each, new byte[8], new byte[8])));
        // As Polars: bounds of a page are NaN if it has one, and those of the chunk are wrong if it has several pages.
        byte[] withNan = changed(whole, Kind.COLUMN_INDEX, 2, index -> {
            items(index, 2).values.set(1, Thrift.Bytes.of(NAN));
            items(index, 3).values.set(1, Thrift.Bytes.of(NAN));
        });
        wrong.put("d below, with NaN", statistics(withNan, 2, each -> bounds(each, new byte[8], new byte[8])));
        return wrong;
    }

    @Test
    void noRowIsLostByStatisticsThatTheColumnIndexContradicts() throws IOException {
        byte[] whole = file(PageVersion.V1);
        List<String> together = List.of("id = 7 OR s = 'k12'", "s = 'k12' OR id = 39", "s IS NULL OR s = 'zz'");
        for (Map.Entry<String, byte[]> wrong : contradictedStatistics().entrySet()) {
            requireSameRows(whole, wrong.getValue(), wrong.getKey());
            for (String filter : together) {
                assertThat(filtered(wrong.getValue(), filter).rows())
                        .as("%s, %s", wrong.getKey(), filter)
                        .isEqualTo(filtered(whole, filter).rows());
            }
        }
        assertThat(filtered(contradictedStatistics().get("id above"), "id = 7").remarks())
                .containsExactly("file, row group 0, column id: the statistics and the page indexes are not used: the"
                        + " bounds of the column index are not those of the statistics of the chunk");
    }

    /** A dictionary has no nulls, so only the statistics say that there are none. */
    @Test
    void noNullIsLostByStatisticsThatTheColumnIndexContradicts() throws IOException {
        MessageType schema = MessageType.parse("message m { optional binary s (STRING); }");
        MemoryOutputFile out = new MemoryOutputFile("file");
        WriterOptions options = WriterOptions.builder().pageRowsMax(500).build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (int row = 0; row < 2_000; row++) {
                writer.write(row % 5 == 0 ? Map.of() : Map.of("s", row % 2 == 0 ? "first value" : "second value"));
            }
            writer.finish();
        }
        byte[] whole = out.toByteArray();
        byte[] wrong = statistics(whole, 0, each -> each.setNumber(NULLS, 0));

        assertThat(filtered(whole, "s = 'one'").rows()).isEmpty();
        assertThat(filtered(wrong, "s IS NULL OR s = 'one'").rows()).hasSize(400);
    }

    @Test
    void mergingTakesNoStatisticsOverThatTheColumnIndexContradicts() throws IOException {
        byte[] whole = file(PageVersion.V1);
        for (Map.Entry<String, byte[]> wrong : contradictedStatistics().entrySet()) {
            requireSameRows(whole, merged(wrong.getValue()), wrong.getKey());
        }
    }

    /** What agrees is believed, at the cost of the two indexes of the filter's column. */
    @Test
    void statisticsThatTheColumnIndexConfirmsLeaveOutTheRowGroup() throws IOException {
        byte[] whole = file(PageVersion.V1);
        try (ParquetReader reader = open(whole)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(
                    PlainRecords.builder(), RecordQuery.ALL.where(Filter.parse("id = 77 AND d > 1", SCHEMA)));
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.counters().rowGroupsByStatistics()).isEqualTo(1);
            assertThat(cursor.counters().reads()).isEqualTo(2);
        }
    }

    /** An index leads past a dictionary behind data, and one list has more nulls than are read at once before a value. */
    @Test
    void noListEndsWhereAPageTurnsOutToNeedADictionaryThatTheIndexLedPast() throws IOException {
        byte[] one = {2, 0, 0, 0, 2, 0, 2, 0, 0, 0, 2, 2};
        byte[] levels = {5, 0, 0, 0, 2, 0, (byte) 0xB6, 0x17, 1, 6, 0, 0, 0, (byte) 0xF0, 0x15, 1, (byte) 0xC8, 1, 2};
        byte[] indexes = {1, (byte) 0xC8, 1, 0};
        HandMadeFile file = new HandMadeFile()
                .root(1)
                .group(HandMadeFile.REPEATED, "g", 1)
                .column(HandMadeFile.INT32, HandMadeFile.OPTIONAL, "x")
                .footerField(HandMadeFile.text(6, "parquet-mr version 1.13.1 (build abc)"));
        long first = file.position();
        file.pageV1(1, HandMadeFile.joined(one, HandMadeFile.ints(7))).dictionary(1, HandMadeFile.ints(9));
        long second = file.position();
        file.pageV1(1500, HandMadeFile.joined(levels, indexes), 8).chunk(HandMadeFile.INT32, 1501, "g", "x");
        long end = file.position();
        byte[] index = Thrift.encode(HandMadeFile.struct(
                HandMadeFile.list(1, Thrift.STRUCT, List.of(location(first, second, 0), location(second, end, 1)))));
        file.changeChunk(
                        List.of(HandMadeFile.i64(11, 0)),
                        List.of(HandMadeFile.i64(4, end), HandMadeFile.i32(5, index.length)))
                .raw(index);
        byte[] wrong = file.finish(2);

        assertThat(answer(wrong, RecordQuery.ALL).rows()).hasSize(2);
        assertThatThrownBy(() -> answer(wrong, RecordQuery.ALL.fromRow(1)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("column g.x")
                .hasMessageContaining("the offset index is wrong and was used");
    }

    private static Struct location(long from, long to, long firstRow) {
        return HandMadeFile.struct(
                HandMadeFile.i64(1, from), HandMadeFile.i32(2, to - from), HandMadeFile.i64(3, firstRow));
    }

    private static byte[] merged(byte[] file) throws IOException {
        MemoryOutputFile merged = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(merged, ParquetMerger.KeyValues.FIRST_DECIDES)) {
            merger.append(new MemoryInputFile("wrong", file));
            merger.finish();
        }
        return merged.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(PageVersion.class)
    void mergingTakesNoWrongIndexOver(PageVersion version) throws IOException {
        byte[] whole = file(version);
        byte[] wrong = whole;
        for (int column = 0; column < 4; column++) {
            wrong = changed(
                    wrong, Kind.OFFSET_INDEX, column, index -> locations(index).forEach(page -> page.setNumber(3, 0)));
        }
        wrong = changed(wrong, Kind.COLUMN_INDEX, 0, index -> Collections.swap(items(index, 3).values, 1, 2));
        byte[] merged = merged(wrong);

        requireSameRows(whole, merged, "merged");
        assertThat(filtered(merged, "id = 7").remarks()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(PageVersion.class)
    void aRightIndexIsUsedWithoutARemark(PageVersion version) throws IOException {
        byte[] whole = file(version);

        requireSameRows(whole, whole, "right");
        for (String filter : FILTERS) {
            assertThat(filtered(whole, filter).remarks()).isEmpty();
        }
    }
}

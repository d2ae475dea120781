package io.parquetry.format.hostile;

import static io.parquetry.format.hostile.HandMadeFile.BYTE_ARRAY;
import static io.parquetry.format.hostile.HandMadeFile.INT32;
import static io.parquetry.format.hostile.HandMadeFile.INT64;
import static io.parquetry.format.hostile.HandMadeFile.OPTIONAL;
import static io.parquetry.format.hostile.HandMadeFile.REPEATED;
import static io.parquetry.format.hostile.HandMadeFile.REQUIRED;
import static io.parquetry.format.hostile.HandMadeFile.field;
import static io.parquetry.format.hostile.HandMadeFile.i32;
import static io.parquetry.format.hostile.HandMadeFile.i64;
import static io.parquetry.format.hostile.HandMadeFile.ints;
import static io.parquetry.format.hostile.HandMadeFile.joined;
import static io.parquetry.format.hostile.HandMadeFile.levels;
import static io.parquetry.format.hostile.HandMadeFile.list;
import static io.parquetry.format.hostile.HandMadeFile.longs;
import static io.parquetry.format.hostile.HandMadeFile.struct;
import static io.parquetry.format.hostile.HandMadeFile.text;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Files that deviate from the format in a way that other readers read past, each as a writer that did so made it. They
 * are test resources; what is here lays them out, so that it can be seen what is in them.
 */
public final class DeviatingFiles {
    private static final byte[] NOTHING = {};
    private static final byte[] INDEX_BITS = {1};
    private static final int PLAIN = 0;
    private static final int RLE_DICTIONARY = 8;

    private DeviatingFiles() {}

    /**
     * A file.
     *
     * @param records as {@code PlainRecords} reads them
     */
    public record DeviatingFile(String name, byte[] bytes, List<Map<String, Object>> records) {
        /** The path of the test resource. */
        public String resource() {
            return "deviating/" + name + ".parquet";
        }

        /** The bytes of the test resource. */
        public byte[] stored() {
            try (InputStream in = DeviatingFiles.class.getResourceAsStream("/" + resource())) {
                return in == null ? NOTHING : in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The records of a file from a row on. */
    public static List<Map<String, Object>> read(byte[] file, long firstRow) throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            while (cursor.next()) {
                records.add(cursor.record());
            }
        }
        return records;
    }

    public static List<DeviatingFile> all() {
        return List.of(
                rowsAndNulls(),
                negativeNulls(),
                bytesBehindValues(),
                rootColumn(),
                keyValueTypes(),
                columnOrders(),
                groupWithoutFields(),
                deepSchema(),
                twoOfOneName(),
                decimalWithoutBytes(),
                numbersBeyondTheirBits("uint8-minus-one", 11, -1, 255),
                numbersBeyondTheirBits("int8-two-hundred", 15, 200, -128),
                convertedTimes(),
                chunksWithoutPath(),
                pageWithoutValues(),
                rowsWithoutColumns(),
                repeatedNullList(),
                dictionaryEncoding(),
                indexesWithoutRuns(),
                compressedAnyway(),
                emptyAnnotations(),
                dictionaryBehindPages("dictionary-behind-pages", RLE_DICTIONARY),
                dictionaryBehindPages("dictionary-among-pages", PLAIN));
    }

    /** As pyarrow and Polars write a frame without columns. */
    private static DeviatingFile rowsWithoutColumns() {
        return new DeviatingFile(
                "rows-without-columns", new HandMadeFile().root(0).finish(3), List.of(Map.of(), Map.of(), Map.of()));
    }

    /** As DuckDB writes an ARRAY of two elements that is null: the null is there as often as elements would be. */
    private static DeviatingFile repeatedNullList() {
        // Levels of two bits: 3, 3, 0, 0, 3, 3.
        byte[] definition = {3, 0b1111, 0b1111};
        byte[] file = new HandMadeFile()
                .root(1)
                .group(OPTIONAL, "l", 1, i32(6, 3))
                .group(REPEATED, "list", 1)
                .column(INT32, OPTIONAL, "element")
                .pageV1(6, joined(ints(2), levels(0, 1, 0, 1, 0, 1), ints(3), definition, ints(1, 2, 5, 6)))
                .chunk(INT32, 6, "l", "list", "element")
                .finish(3);
        return new DeviatingFile(
                "repeated-null-list", file, List.of(Map.of("l", List.of(1, 2)), Map.of(), Map.of("l", List.of(5, 6))));
    }

    /** A dictionary page that has the encoding of the indexes; its values are PLAIN. */
    private static DeviatingFile dictionaryEncoding() {
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .dictionary(2, ints(7, 8), RLE_DICTIONARY)
                .pageV1(3, joined(INDEX_BITS, levels(0, 1, 0)), RLE_DICTIONARY)
                .chunk(INT32, 3, "a")
                .finish(3);
        return new DeviatingFile("dictionary-encoding", file, List.of(Map.of("a", 7), Map.of("a", 8), Map.of("a", 7)));
    }

    /** Indexes of 0 bits: once without a run, of which there is nothing to say, and once with it. */
    private static DeviatingFile indexesWithoutRuns() {
        byte[] noBits = {0};
        byte[] file = new HandMadeFile()
                .root(2)
                .column(INT32, REQUIRED, "a")
                .column(INT32, OPTIONAL, "b")
                .dictionary(1, ints(7))
                .pageV1(2, noBits, RLE_DICTIONARY)
                .pageV1(1, new byte[] {0, 2}, RLE_DICTIONARY)
                .pageV1(1, noBits, RLE_DICTIONARY)
                .chunk(INT32, 4, "a")
                .dictionary(1, ints(8))
                .pageV1(4, joined(ints(2), levels(1, 0, 1, 1), noBits), RLE_DICTIONARY)
                .chunk(INT32, 4, "b")
                .finish(4);
        return new DeviatingFile(
                "indexes-without-runs",
                file,
                List.of(Map.of("a", 7, "b", 8), Map.of("a", 7), Map.of("a", 7, "b", 8), Map.of("a", 7, "b", 8)));
    }

    /** As parquet-cpp: a page that says that it is not compressed, and is, here by SNAPPY as a literal. */
    private static DeviatingFile compressedAnyway() {
        byte[] packed = joined(new byte[] {8, 7 << 2}, ints(5, 6));
        HandMadeFile file = new HandMadeFile().root(1).column(INT32, REQUIRED, "a");
        long from = file.position();
        file.pageV2(2, 0, 2, NOTHING, NOTHING, packed, 8);
        long bytes = file.position() - from;
        byte[] whole = file.chunk(INT32, 2, "a")
                .changeChunk(List.of(i32(4, 1), i64(6, bytes - 2)), List.of())
                .footerField(text(6, "parquet-cpp version 1.5.1-SNAPSHOT"))
                .finish(2);
        return new DeviatingFile("compressed-anyway", whole, List.of(Map.of("a", 5), Map.of("a", 6)));
    }

    /** Unions that set no member: as Parquet.Net the annotation; and its unit of time, and the orders of columns. */
    private static DeviatingFile emptyAnnotations() {
        byte[] file = new HandMadeFile()
                .root(4)
                .column(INT32, REQUIRED, "plain", field(10, struct()))
                .column(INT32, REQUIRED, "date", i32(6, 6), field(10, struct()))
                .group(OPTIONAL, "list", 1, i32(6, 3), field(10, struct()))
                .group(REPEATED, "list", 1, field(10, struct()))
                .column(INT32, OPTIONAL, "element")
                .column(
                        INT64,
                        REQUIRED,
                        "time",
                        i32(6, 9),
                        field(
                                10,
                                struct(field(
                                        8,
                                        struct(
                                                new Thrift.Field(1, Thrift.TRUE, new Thrift.Flag(true)),
                                                field(2, struct()))))))
                .footerField(list(7, Thrift.STRUCT, List.of(struct(), struct(), struct(), struct())))
                .pageV1(1, ints(1))
                .chunk(INT32, 1, "plain")
                .pageV1(1, ints(2))
                .chunk(INT32, 1, "date")
                .pageV1(1, joined(ints(2), levels(0), ints(2), new byte[] {2, 3}, ints(3)))
                .chunk(INT32, 1, "list", "list", "element")
                .pageV1(1, longs(4))
                .chunk(INT64, 1, "time")
                .finish(1);
        return new DeviatingFile(
                "empty-annotations", file, List.of(Map.of("plain", 1, "date", 2, "list", List.of(3), "time", 4L)));
    }

    /** The dictionary page comes when it is complete. */
    private static DeviatingFile dictionaryBehindPages(String name, int encodingOfFirst) {
        HandMadeFile file = new HandMadeFile().root(1).column(INT32, REQUIRED, "a");
        if (encodingOfFirst == PLAIN) {
            file.pageV1(2, ints(7, 8))
                    .dictionary(2, ints(7, 8))
                    .pageV1(1, joined(INDEX_BITS, levels(0)), RLE_DICTIONARY);
        } else {
            file.pageV1(2, joined(INDEX_BITS, levels(0, 1)), RLE_DICTIONARY)
                    .pageV1(1, joined(INDEX_BITS, levels(0)), RLE_DICTIONARY)
                    .dictionary(2, ints(7, 8));
        }
        return new DeviatingFile(
                name, file.chunk(INT32, 3, "a").finish(3), List.of(Map.of("a", 7), Map.of("a", 8), Map.of("a", 7)));
    }

    /** As arrow-rs, if it is told to, and with an empty path. */
    private static DeviatingFile chunksWithoutPath() {
        byte[] file = new HandMadeFile()
                .root(2)
                .column(INT32, REQUIRED, "a")
                .group(REQUIRED, "s", 1)
                .column(INT32, REQUIRED, "b")
                .pageV1(1, ints(1))
                .chunkWithoutPath(INT32, 1)
                .pageV1(1, ints(2))
                .chunk(INT32, 1)
                .finish(1);
        return new DeviatingFile("chunks-without-path", file, List.of(Map.of("a", 1, "s", Map.of("b", 2))));
    }

    /** A last page that was begun and got no value. */
    private static DeviatingFile pageWithoutValues() {
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .pageV1(2, ints(1, 2))
                .pageV1(0, NOTHING)
                .chunk(INT32, 2, "a")
                .finish(2);
        return new DeviatingFile("page-without-values", file, List.of(Map.of("a", 1), Map.of("a", 2)));
    }

    public static DeviatingFile named(String name) {
        return all().stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** As pyarrow 8 to 10 and parquet.js: entries in the place of rows, and lists without elements not among nulls. */
    private static DeviatingFile rowsAndNulls() {
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, REPEATED, "a")
                .pageV2(4, 0, 4, levels(0, 1, 0, 0), levels(1, 1, 0, 1), ints(1, 2, 3))
                .pageV2(3, 0, 3, levels(1, 0, 1), levels(1, 1, 1), ints(4, 5, 6))
                .pageV2(1, 0, 9, levels(0), levels(1), ints(7))
                .chunk(INT32, 8, "a")
                .finish(5);
        return new DeviatingFile(
                "v2-rows-and-nulls",
                file,
                List.of(
                        Map.of("a", List.of(1, 2)),
                        Map.of("a", List.of()),
                        Map.of("a", List.of(3, 4)),
                        Map.of("a", List.of(5, 6)),
                        Map.of("a", List.of(7))));
    }

    /** As parquet-java 1.17 where it keeps no statistics. */
    private static DeviatingFile negativeNulls() {
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, OPTIONAL, "a")
                .pageV2(3, -1, 3, NOTHING, levels(1, 0, 1), ints(1, 3))
                .chunk(INT32, 3, "a")
                .finish(3);
        return new DeviatingFile("v2-negative-nulls", file, List.of(Map.of("a", 1), Map.of(), Map.of("a", 3)));
    }

    private static DeviatingFile bytesBehindValues() {
        byte[] file = new HandMadeFile()
                .root(2)
                .column(INT32, REQUIRED, "a")
                .column(INT32, REQUIRED, "b")
                .pageV1(2, ints(1, 2))
                .pageV1(1, ints(3))
                .raw(new byte[] {7, 7, 7, 7, 7})
                .chunk(INT32, 3, "a")
                .pageV1(3, ints(4, 5, 6))
                .chunk(INT32, 3, "b")
                .finish(3);
        return new DeviatingFile(
                "bytes-behind-values",
                file,
                List.of(Map.of("a", 1, "b", 4), Map.of("a", 2, "b", 5), Map.of("a", 3, "b", 6)));
    }

    /** As old parquet-go: the root has a type, as if it were a column. */
    private static DeviatingFile rootColumn() {
        HandMadeFile file = new HandMadeFile().root(1, i32(1, 0)).column(INT32, REQUIRED, "a");
        return new DeviatingFile("root-column", finished(file), List.of(Map.of("a", 1)));
    }

    /** A file with so many pairs of key and value whose values are numbers. */
    public static byte[] withWrongKeyValues(int count) {
        HandMadeFile file = new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .footerField(list(5, Thrift.STRUCT, Collections.nCopies(count, struct(text(1, "key"), i32(2, 7)))));
        return finished(file);
    }

    /** A file whose only chunk begins with an index page, which its totals count. */
    public static byte[] withIndexPage() {
        HandMadeFile file =
                new HandMadeFile().root(1).column(INT32, REQUIRED, "a").indexPage(new byte[] {1, 2, 3});
        return finished(file);
    }

    /** A file without rows, whose only chunk names a codec that nobody knows. */
    public static byte[] withUnknownCodec() {
        return new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .chunk(INT32, 0, "a")
                .changeChunk(List.of(i32(4, 99)), List.of())
                .finish(0);
    }

    /** A file whose only chunk has index pages before, between and behind its two data pages. */
    public static byte[] withIndexPages() {
        byte[] index = {1, 2, 3};
        return new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .indexPage(index)
                .pageV1(1, ints(1))
                .indexPage(index)
                .pageV1(1, ints(2))
                .indexPage(index)
                .chunk(INT32, 2, "a")
                .finish(2);
    }

    /** A file whose only chunk has a dictionary page behind another dictionary page, or behind a data page. */
    public static byte[] withLateDictionary(boolean behindData) {
        HandMadeFile file = new HandMadeFile().root(1).column(INT32, REQUIRED, "a");
        HandMadeFile begun = behindData ? file.pageV1(1, ints(1)) : file.dictionary(1, ints(1));
        return begun.dictionary(1, ints(2))
                .pageV1(1, ints(3))
                .chunk(INT32, behindData ? 2 : 1, "a")
                .finish(behindData ? 2 : 1);
    }

    /** A number as a value, and one as a key. */
    private static DeviatingFile keyValueTypes() {
        HandMadeFile file = new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .footerField(list(
                        5,
                        Thrift.STRUCT,
                        List.of(
                                struct(text(1, "first"), i32(2, 7)),
                                struct(i32(1, 7), text(2, "second")),
                                struct(text(1, "third"), text(2, "good")))));
        return new DeviatingFile("key-value-types", finished(file), List.of(Map.of("a", 1)));
    }

    private static DeviatingFile columnOrders() {
        Thrift.Struct typeOrder = struct(field(1, struct()));
        byte[] file = new HandMadeFile()
                .root(2)
                .column(INT32, REQUIRED, "a")
                .column(INT32, REQUIRED, "b")
                .footerField(list(7, Thrift.STRUCT, List.of(typeOrder, typeOrder, typeOrder)))
                .pageV1(1, ints(1))
                .chunk(INT32, 1, "a")
                .pageV1(1, ints(2))
                .chunk(INT32, 1, "b")
                .finish(1);
        return new DeviatingFile("three-column-orders", file, List.of(Map.of("a", 1, "b", 2)));
    }

    private static DeviatingFile groupWithoutFields() {
        HandMadeFile file =
                new HandMadeFile().root(2).column(INT32, REQUIRED, "a").group(OPTIONAL, "e", 0);
        return new DeviatingFile("group-without-fields", finished(file), List.of(Map.of("a", 1)));
    }

    private static DeviatingFile deepSchema() {
        int depth = 200;
        HandMadeFile file = new HandMadeFile().root(1);
        Map<String, Object> record = Map.of("a", 1);
        String[] path = new String[depth + 1];
        for (int i = 0; i < depth; i++) {
            file.group(REQUIRED, "g", 1);
            record = Map.of("g", record);
            path[i] = "g";
        }
        path[depth] = "a";
        byte[] bytes = file.column(INT32, REQUIRED, "a")
                .pageV1(1, ints(1))
                .chunk(INT32, 1, path)
                .finish(1);
        return new DeviatingFile("deep-schema", bytes, List.of(record));
    }

    /** As pyarrow after a join of two tables; one more column has the name that the second would get. */
    private static DeviatingFile twoOfOneName() {
        byte[] file = new HandMadeFile()
                .root(4)
                .column(INT32, REQUIRED, "a")
                .column(INT32, REQUIRED, "a")
                .column(INT32, REQUIRED, "a_1")
                .group(REQUIRED, "a", 1)
                .column(INT32, REQUIRED, "x")
                .pageV1(1, ints(1))
                .chunk(INT32, 1, "a")
                .pageV1(1, ints(2))
                .chunk(INT32, 1, "a")
                .pageV1(1, ints(3))
                .chunk(INT32, 1, "a_1")
                .pageV1(1, ints(4))
                .chunk(INT32, 1, "a", "x")
                .finish(1);
        return new DeviatingFile(
                "two-of-one-name", file, List.of(Map.of("a", 1, "a_2", 2, "a_1", 3, "a_3", Map.of("x", 4))));
    }

    private static DeviatingFile decimalWithoutBytes() {
        byte[] values = joined(ints(0), ints(2), new byte[] {1, 44});
        byte[] file = new HandMadeFile()
                .root(1)
                .column(BYTE_ARRAY, REQUIRED, "d", i32(6, 5), i32(7, 2), i32(8, 9))
                .pageV1(2, values)
                .chunk(BYTE_ARRAY, 2, "d")
                .finish(2);
        return new DeviatingFile("decimal-without-bytes", file, List.of(Map.of("d", NOTHING), Map.of("d", new byte[] {
            1, 44
        })));
    }

    /** An integer of 8 bits, UINT_8 or INT_8, with a number beyond it. */
    private static DeviatingFile numbersBeyondTheirBits(String name, int convertedType, int beyond, int within) {
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "n", i32(6, convertedType))
                .pageV1(2, ints(beyond, within))
                .chunk(INT32, 2, "n")
                .finish(2);
        return new DeviatingFile(name, file, List.of(Map.of("n", beyond), Map.of("n", within)));
    }

    /** As before 2018: TIMESTAMP_MILLIS and TIME_MILLIS without a logical type. */
    private static DeviatingFile convertedTimes() {
        byte[] file = new HandMadeFile()
                .root(2)
                .column(INT64, REQUIRED, "timestamp", i32(6, 9))
                .column(INT32, REQUIRED, "time", i32(6, 7))
                .pageV1(1, longs(1_500_000_000_000L))
                .chunk(INT64, 1, "timestamp")
                .pageV1(1, ints(43_200_000))
                .chunk(INT32, 1, "time")
                .finish(1);
        return new DeviatingFile(
                "converted-times", file, List.of(Map.of("timestamp", 1_500_000_000_000L, "time", 43_200_000)));
    }

    private static byte[] finished(HandMadeFile file) {
        return file.pageV1(1, ints(1)).chunk(INT32, 1, "a").finish(1);
    }
}

package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.CoverageTable;
import io.parquetry.format.ParquetException;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.internal.encoding.ValueDecoders;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.EdgeInterpolationAlgorithm;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/format-coverage.md has a correct row for every type, encoding, codec and enum number of the generated
 * classes, and for those that we support beyond them.
 */
class FormatCoverageTest {
    private static boolean works(Runnable code) {
        try {
            code.run();
            return true;
        } catch (ParquetException e) {
            return false;
        }
    }

    private static String yes(boolean yes) {
        return yes ? "yes" : "no";
    }

    private static PrimitiveType column(PhysicalType type) {
        int length = switch (type) {
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> 5;
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY -> 0;
        };
        return new PrimitiveType("x", Repetition.REQUIRED, type, length, Optional.empty(), OptionalInt.empty());
    }

    @Test
    void physicalTypes() throws IOException {
        List<String> expected = Arrays.stream(PhysicalType.values())
                .map(type -> type.ordinal() + " | " + type + " | "
                        + yes(works(() -> ValueDecoders.of(Encoding.PLAIN, column(type)))) + " | "
                        + yes(!ValueEncoders.allowed(type).isEmpty()))
                .toList();

        assertThat(CoverageTable.rows("Physical types", 4)).containsExactlyElementsOf(expected);
        assertThat(names(PhysicalType.values())).containsAll(names(Type.values()));
    }

    private static Set<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** All types but BOOLEAN may have a dictionary; levels have the encodings of old and new files. */
    @Test
    void encodings() throws IOException {
        List<String> expected = new ArrayList<>();
        for (Encoding encoding : Encoding.values()) {
            boolean dictionary = encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
            List<String> read = new ArrayList<>();
            List<String> write = new ArrayList<>();
            if (encoding == Encoding.RLE || encoding == Encoding.BIT_PACKED) {
                read.add("levels");
            }
            if (encoding == Encoding.RLE) {
                write.add("levels");
            }
            for (PhysicalType type : PhysicalType.values()) {
                boolean inDictionary = dictionary && type != PhysicalType.BOOLEAN;
                if (inDictionary || works(() -> ValueDecoders.of(encoding, column(type)))) {
                    read.add(type.name());
                }
                boolean written = encoding == Encoding.RLE_DICTIONARY
                        ? inDictionary && type != PhysicalType.INT96
                        : ValueEncoders.allowed(type).contains(encoding);
                if (written) {
                    write.add(type.name());
                }
            }
            expected.add(encoding.id() + " | " + encoding + " | " + joined(read) + " | " + joined(write));
        }
        assertThat(CoverageTable.rows("Encodings", 4)).containsExactlyElementsOf(expected);
        assertThat(names(Encoding.values())).containsAll(names(org.apache.parquet.format.Encoding.values()));
    }

    private static String joined(List<String> types) {
        return types.isEmpty() ? "no" : String.join(", ", types);
    }

    @Test
    void codecs() throws IOException {
        List<String> expected = Arrays.stream(CompressionCodec.values())
                .map(codec -> codec.id() + " | " + codec + " | " + yes(works(() -> Decompressor.of(codec))) + " | "
                        + yes(works(() -> Compressor.of(codec, OptionalInt.empty()))))
                .toList();

        assertThat(CoverageTable.rows("Codecs", 4)).containsExactlyElementsOf(expected);
        assertThat(names(CompressionCodec.values()))
                .containsAll(names(org.apache.parquet.format.CompressionCodec.values()));
    }

    @Test
    void logicalTypes() throws IOException {
        Map<String, LogicalType> known = annotations().stream()
                .collect(Collectors.toMap(
                        annotation -> annotation.toString().replaceAll("\\(.*", ""),
                        annotation -> annotation,
                        (first, second) -> first,
                        LinkedHashMap::new));
        List<String> expected = known.entrySet().stream()
                .map(entry -> entry.getKey() + " | " + bounds(entry.getValue()))
                .sorted()
                .toList();

        List<String> rows = CoverageTable.rows("Logical types", 2);

        assertThat(rows.stream().sorted().toList()).isEqualTo(expected);
        assertThat(rows.stream().map(row -> row.replaceAll(" .*", "")))
                .containsAll(names(org.apache.parquet.format.LogicalType._Fields.values()));
        assertThat(known.values().stream().map(Object::getClass))
                .as("every kind of annotation that we have, but the one that stands for unknown ones")
                .containsAll(Stream.of(LogicalType.class.getPermittedSubclasses())
                        .filter(kind -> kind != LogicalType.Unrecognized.class)
                        .toList());
    }

    private static List<LogicalType> annotations() {
        List<LogicalType> annotations = new ArrayList<>(List.of(LogicalType.Simple.values()));
        annotations.add(new LogicalType.Decimal(5, 2));
        annotations.add(new LogicalType.Time(true, TimeUnit.MICROS));
        annotations.add(new LogicalType.Timestamp(true, TimeUnit.MICROS));
        annotations.add(new LogicalType.Int(64, false));
        annotations.add(new LogicalType.Variant(1));
        annotations.add(new LogicalType.Geometry(Optional.empty()));
        annotations.add(new LogicalType.Geography(Optional.empty(), Optional.empty()));
        return annotations;
    }

    /** Whether columns with the annotation get bounds; groups are not columns. */
    private static String bounds(LogicalType annotation) {
        boolean group = annotation == LogicalType.LIST
                || annotation == LogicalType.MAP
                || annotation == LogicalType.MAP_KEY_VALUE
                || annotation instanceof LogicalType.Variant;
        PrimitiveType column = PrimitiveType.of("x", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, annotation);
        return group ? "a group" : yes(ValueOrder.of(column) != ValueOrder.NONE);
    }

    @Test
    void otherEnums() throws IOException {
        List<String> expected = new ArrayList<>();
        add("FieldRepetitionType", FieldRepetitionType.values(), expected);
        add("PageType", org.apache.parquet.format.PageType.values(), expected);
        add("BoundaryOrder", BoundaryOrder.values(), expected);
        add("EdgeInterpolationAlgorithm", EdgeInterpolationAlgorithm.values(), expected);

        assertThat(CoverageTable.rows("Other enums", 3)).containsExactlyElementsOf(expected);
        assertThat(names(Repetition.values())).isEqualTo(names(FieldRepetitionType.values()));
        assertThat(names(PageType.values())).isEqualTo(names(org.apache.parquet.format.PageType.values()));
        assertThat(names(io.parquetry.format.metadata.ColumnIndex.BoundaryOrder.values()))
                .isEqualTo(names(BoundaryOrder.values()));
        assertThat(names(LogicalType.EdgeInterpolation.values())).isEqualTo(names(EdgeInterpolationAlgorithm.values()));
    }

    private static void add(String name, Enum<?>[] values, List<String> rows) {
        for (Enum<?> value : values) {
            rows.add(name + " | " + value.ordinal() + " | " + value);
        }
    }

    /** Features of files beyond types, encodings and codecs; each row names its tests. */
    private static final Set<String> FEATURES = Set.of(
            "Page checksums (CRC-32)",
            "Column index, offset index",
            "Bloom filters (split block, XXH64)",
            "Statistics of chunks, with NaN counts and exactness flags",
            "Faults of old writers' statistics",
            "INT96 timestamps",
            "Julian calendar of Spark and Hive",
            "Filters: row groups by statistics, dictionary and bloom filter, pages by column index",
            "Projection, also of nested columns",
            "Several row groups",
            "Joining files without decoding",
            "Column chunks in other files, summary files (_metadata, _common_metadata)",
            "Deviations that leave no doubt about the rows: counts of V2 pages, bytes behind the last value, fields of"
                    + " one name, ...",
            "Damaged and hostile files",
            "Encrypted footer",
            "Encrypted columns");

    @Test
    void featuresAreShownByTests() throws IOException {
        List<List<String>> rows = CoverageTable.rows("Files as a whole", 4).stream()
                .map(row -> List.of(row.split(" \\| ", -1)))
                .toList();

        assertThat(rows.stream().map(row -> row.get(0))).containsExactlyInAnyOrderElementsOf(FEATURES);
        Map<String, String> tests = testClasses();
        for (List<String> row : rows) {
            assertThat(row.get(1) + row.get(2))
                    .as("%s is read or written", row.get(0))
                    .isNotBlank();
            for (String name : row.get(3).split(", ")) {
                assertThat(tests).as("tests of: %s", row.get(0)).containsKey(name);
                assertThat(tests.get(name))
                        .as("%s has tests", name)
                        .containsPattern("@(Test|ParameterizedTest|Property)\\b");
            }
        }
    }

    /** The sources of this module's tests by the names of their classes. */
    private static Map<String, String> testClasses() throws IOException {
        Path sources = Path.of(System.getProperty("basedir", "."), "src", "test", "java");
        Map<String, String> classes = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                classes.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return classes;
    }
}

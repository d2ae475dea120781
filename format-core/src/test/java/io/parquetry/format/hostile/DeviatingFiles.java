package io.parquetry.format.hostile;

import static io.parquetry.format.hostile.HandMadeFile.INT32;
import static io.parquetry.format.hostile.HandMadeFile.OPTIONAL;
import static io.parquetry.format.hostile.HandMadeFile.REPEATED;
import static io.parquetry.format.hostile.HandMadeFile.ints;
import static io.parquetry.format.hostile.HandMadeFile.levels;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Files that deviate from the format in a way that other readers read past, each as a writer that did so made it. They
 * are test resources; what is here lays them out, so that it can be seen what is in them.
 */
public final class DeviatingFiles {
    private static final byte[] NOTHING = {};

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

    public static List<DeviatingFile> all() {
        return List.of(rowsAndNulls(), negativeNulls());
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
}

package io.parquetry.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of apache/parquet-testing: in the folder that the environment variable {@code PARQUET_TESTING} names, else
 * among the shared facts. Tests that need them skip themselves where there is no such folder.
 */
public final class ParquetTesting {
    private ParquetTesting() {}

    /** The folder with {@code data}, {@code bad_data} and {@code shredded_variant} in it, which need not be there. */
    public static Path folder() {
        String named = System.getenv("PARQUET_TESTING");
        return named == null || named.isEmpty()
                ? Path.of(System.getProperty("shared.dir", "absent"), "parquet-testing")
                : Path.of(named);
    }

    /** All Parquet files, encrypted ones too, by their names relative to the folder; none where it is absent. */
    public static List<String> files() throws IOException {
        if (!Files.isDirectory(folder())) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(folder())) {
            return found.filter(Files::isRegularFile)
                    .map(file -> folder().relativize(file).toString())
                    .filter(name -> name.endsWith(".parquet") || name.endsWith(".encrypted"))
                    .sorted()
                    .toList();
        }
    }
}

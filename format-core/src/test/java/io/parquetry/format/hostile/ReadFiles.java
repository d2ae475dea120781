package io.parquetry.format.hostile;

import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The main class of a process that reads every Parquet file below a folder in every way and prints their number. */
final class ReadFiles {
    private ReadFiles() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(file -> file.toString().endsWith(".parquet")
                            || file.toString().endsWith(".encrypted"))
                    .sorted()
                    .toList();
        }
        long rows = 0;
        long entries = 0;
        int refused = 0;
        StringBuilder refusals = new StringBuilder();
        for (Path file : files) {
            WholeRead.Outcome outcome =
                    WholeRead.of(LocalInputFile.open(file), ReaderOptions.DEFAULT, WholeRead.UNMETERED);
            rows += outcome.rows();
            entries += outcome.entries();
            if (!outcome.refusals().isEmpty()) {
                ParquetException first = outcome.refusals().get(0);
                refused++;
                refusals.append(folder.relativize(file))
                        .append(": refused: ")
                        .append(first.getMessage())
                        .append('\n');
            }
        }
        System.out.printf(
                "%d files with %,d rows and %,d entries read in every way, %d of them refused in part or whole:%n%s",
                files.size(), rows, entries, refused, refusals);
    }
}

package io.parquetry.cli;

import io.parquetry.cli.console.CliConsole;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the short commands once on a file of one row, so that Java can write their classes into an archive ({@code
 * -XX:ArchiveClassesAtExit}), from which the next starts load them. The launcher of the distribution calls it.
 */
final class ClassTraining {
    private static final String ROW = """
            {"text": "a", "whole": 1, "number": 1.5, "yes": true, "list": [1, 2], "group": {"inner": null}}
            """;

    private ClassTraining() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createTempDirectory("parquetry-classes-");
        Path json = directory.resolve("rows.json");
        Path rows = directory.resolve("rows.parquet");
        Path joined = directory.resolve("joined.parquet");
        try {
            Files.writeString(json, ROW);
            run("from-json", json.toString(), joined.toString(), "--codec", "snappy");
            run("from-json", json.toString(), rows.toString());
            for (String command : List.of("schema", "count", "columns", "dump", "meta", "pages", "levels", "verify")) {
                run(command, rows.toString());
            }
            run("cat", "--limit", "1", "--where", "whole > 0", joined.toString());
            run("help", "cat");
            run("--version");
        } finally {
            for (Path file : List.of(json, rows, joined, directory)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void run(String... arguments) {
        int code = Main.run(
                CliConsole.of(OutputStream.nullOutputStream()),
                CliConsole.of(OutputStream.nullOutputStream()),
                arguments);
        if (code != 0) {
            throw new IllegalStateException("parquetry " + String.join(" ", arguments) + " ended with " + code);
        }
    }
}

package io.parquetry.cli;

import io.parquetry.cli.console.CliConsole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * One run of the program in this process, with its output but for progress.
 *
 * @param exitCode the exit code of the process
 */
public record CommandLineRun(int exitCode, String out, String err) {
    /** The directory of the test files, relative to the module, so that messages do not depend on the machine. */
    public static final Path FILES = Path.of("src", "test", "resources", "files");

    /** Lines that depend on how busy the machine is; ProgressLinesTest has their contract. */
    private static final Pattern PROGRESS =
            Pattern.compile("(?m)^(\\S+: )?[0-9,]+( of [0-9,]+)? (bytes|column chunks|files|pages|rows)( [a-z ]+)?\\R");

    public static CommandLineRun of(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] line = new String[arguments.length];
        for (int i = 0; i < line.length; i++) {
            line[i] = arguments[i].toString();
        }
        int exitCode = Main.run(CliConsole.of(out), CliConsole.of(err), line);
        String messages = PROGRESS.matcher(err.toString(StandardCharsets.UTF_8)).replaceAll("");
        return new CommandLineRun(exitCode, out.toString(StandardCharsets.UTF_8), messages);
    }

    /** The expected output of a command. */
    public static String golden(String name) {
        Path file = Path.of("src", "test", "resources", "golden", name);
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the expected text " + file, e);
        }
    }
}

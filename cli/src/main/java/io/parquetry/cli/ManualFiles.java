package io.parquetry.cli;

import io.parquetry.cli.manual.Manual;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;

/** Called by the build: writes the manual of all commands. */
final class ManualFiles {
    private ManualFiles() {}

    /** @param arguments the directory that gets the files */
    public static void main(String[] arguments) throws IOException {
        Manual.write(new CommandLine(new Main()), Path.of(arguments[0]));
    }
}

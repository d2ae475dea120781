package io.parquetry.cli.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes the pages for {@code man} and the completions for shells. */
public final class Manual {
    private Manual() {}

    /** @param directory that gets {@code man/man1} and {@code completions} */
    public static void write(CommandLine program, Path directory) throws IOException {
        String name = program.getCommandName();
        Path completions = Files.createDirectories(directory.resolve("completions"));
        Files.writeString(completions.resolve(name + ".bash"), AutoComplete.bash(name, program));
        Files.write(completions.resolve(name + ".fish"), FishCompletion.of(program));
        writePages(program, Files.createDirectories(directory.resolve("man").resolve("man1")));
    }

    private static void writePages(CommandLine command, Path directory) throws IOException {
        String page = ManPage.name(command.getCommandSpec()) + ".1";
        Files.write(directory.resolve(page), ManPage.of(command.getCommandSpec()));
        for (CommandLine subcommand : command.getSubcommands().values()) {
            writePages(subcommand, directory);
        }
    }
}

package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * docs/reference/cli.md has a row for every command, with each of its own options, and a paragraph on those of many
 * commands.
 */
class CliPageTest {
    private static final Set<String> OF_MANY_COMMANDS = Set.of("--config", "--config-file");

    private static final Path PAGE = Path.of("..", "docs", "reference", "cli.md");

    @Test
    void thePageHasEveryCommandAndOption() throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();

        for (Map.Entry<String, CommandLine> command :
                new CommandLine(new Main()).getSubcommands().entrySet()) {
            String name = command.getKey();
            assertThat(rows).as("a row for %s", name).anySatisfy(row -> {
                assertThat(row).matches("\\| `" + name + "[ `].*");
                if (!row.contains("see `" + name + " --help`")) {
                    assertThat(options(command.getValue())).allMatch(row::contains);
                }
            });
        }
    }

    @Test
    void thePageExplainsTheOptionsOfManyCommands() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(
                        OF_MANY_COMMANDS.stream().map(name -> "`" + name + " ").toList());
    }

    private static List<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals("--help") && !name.equals("--version") && !OF_MANY_COMMANDS.contains(name))
                .toList();
    }
}

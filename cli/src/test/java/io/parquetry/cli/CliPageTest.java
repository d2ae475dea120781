package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** docs/cli.md has a row for every command, with each of its own options. */
class CliPageTest {
    private static final Path PAGE = Path.of("..", "docs", "cli.md");

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

    private static List<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals("--help") && !name.equals("--version"))
                .toList();
    }
}

package io.parquetry.cli.json;

import picocli.CommandLine.Option;

/** The option {@code --json}; docs/reference/cli.md lists the fields of each command. */
public final class JsonOption {
    @Option(
            names = "--json",
            description = "Print a JSON object for each line of the table, one a line, for other programs.")
    private boolean json;

    public boolean isGiven() {
        return json;
    }
}

package io.parquetry.cli.table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code parquetry table}. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        description = {
            "Read, check and repair the tables that a sink with table.format appends its files to.",
            "",
            "Storage, catalog and table are those of the connector's configuration. The driver of a JDBC catalog is"
                    + " named in the environment variable PARQUETRY_CLASSPATH."
        },
        subcommands = {TableShowCommand.class, TableVerifyCommand.class, TableAdoptCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry table show connector.json",
            "  parquetry table adopt connector.json --files",
            "  curl -s localhost:8083/connectors/orders | parquetry table show -"
        })
public final class TableCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "give a command: " + String.join(", ", spec.subcommands().keySet()));
    }
}

package io.parquetry.cli.ledger;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code parquetry ledger}. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        description = {
            "Read, check and repair the ledgers of the sink's connectors.",
            "",
            "Stop the connector before you change its ledger (PUT /connectors/NAME/stop). A task that still runs loses"
                    + " the partition that is changed."
        },
        subcommands = {
            LedgerShowCommand.class,
            LedgerVerifyCommand.class,
            LedgerPositionCommand.class,
            LedgerRenameCommand.class,
            LedgerForgetFileCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry ledger show hdfs://namenode/archive",
            "  parquetry ledger position /archive --connector sink --topic orders --partition 0 --set 5000"
        })
public final class LedgerCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "give a command: " + String.join(", ", spec.subcommands().keySet()));
    }
}

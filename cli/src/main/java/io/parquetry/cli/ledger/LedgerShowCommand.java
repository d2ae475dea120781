package io.parquetry.cli.ledger;

import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry ledger show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "List the ledgers of a storage with their newest entries.",
            "",
            "Next offset is the position of the connector: all offsets below are in published files, or reported as"
                    + " bad. Published are the offsets above it that published files hold. Files are those that the"
                    + " newest entry publishes."
        })
final class LedgerShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOption storageOption;

    @Mixin
    private LedgerSelection ledgers;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        TextTable table = new TextTable(
                Column.left("connector"),
                Column.left("topic"),
                Column.right("partition"),
                Column.right("entry"),
                Column.right("epoch"),
                Column.right("generation"),
                Column.right("next offset"),
                Column.right("published"),
                Column.right("files"),
                Column.right("temporary"));
        List<String> halts = new ArrayList<>();
        int exitCode = 0;
        try (Storage storage = storageOption.open();
                JsonLines lines = new JsonLines(spec.commandLine().getOut())) {
            for (FoundLedger ledger : FoundLedger.all(storage, ledgers.selection())) {
                try {
                    Optional<LedgerEntry> newest = new LedgerReader(storage, ledger.path()).newest();
                    if (newest.isPresent() && json.isGiven()) {
                        lines.write(object(ledger, newest.get()));
                    } else {
                        newest.ifPresent(entry -> {
                            row(table, ledger, entry);
                            entry.halt().ifPresent(halt -> halts.add(ledger.described(halt)));
                        });
                    }
                } catch (LedgerException e) {
                    exitCode = 1;
                    spec.commandLine().getErr().println(e.getMessage());
                }
            }
        }
        if (!json.isGiven()) {
            table.print(spec.commandLine().getOut(), "");
            halts.forEach(spec.commandLine().getOut()::println);
        }
        return exitCode;
    }

    private static JsonRow object(FoundLedger ledger, LedgerEntry entry) {
        return new JsonRow()
                .put("connector", ledger.connector())
                .put("topic", ledger.topic())
                .put("partition", ledger.partition())
                .put("entry", entry.sequence())
                .put("epoch", entry.epoch())
                .put("generation", entry.generation())
                .put("nextOffset", entry.nextOffset())
                .put("published", entry.published().count())
                .put("files", entry.files().size())
                .put("temporaryFiles", ledger.temporaryFiles())
                .put("halt", entry.halt().map(Halt::message).orElse(null));
    }

    private static void row(TextTable table, FoundLedger ledger, LedgerEntry entry) {
        table.row(
                ledger.connector(),
                ledger.topic(),
                String.valueOf(ledger.partition()),
                String.valueOf(entry.sequence()),
                String.valueOf(entry.epoch()),
                String.valueOf(entry.generation()),
                LedgerPositionCommand.text(entry),
                String.valueOf(entry.published().count()),
                String.valueOf(entry.files().size()),
                String.valueOf(ledger.temporaryFiles()));
    }
}

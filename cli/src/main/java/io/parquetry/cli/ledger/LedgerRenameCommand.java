package io.parquetry.cli.ledger;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code parquetry ledger rename}. The new ledger begins before the old one is deleted, so that a run that was
 * interrupted can be repeated.
 */
@Command(
        name = "rename",
        mixinStandardHelpOptions = true,
        description = {
            "Give the ledgers of a connector to a connector of another name, which then continues where they are.",
            "",
            "Stop the connector OLD before, and create the connector NEW afterwards. If NEW has or gets a table,"
                    + " nothing is appended to it until `parquetry table adopt CONNECTOR.json --files --yes` has added"
                    + " the waiting files. A run that was interrupted can be repeated."
        })
final class LedgerRenameCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOption storageOption;

    @Parameters(index = "1", paramLabel = "OLD", description = "The connector's name until now.")
    private String oldName;

    @Parameters(index = "2", paramLabel = "NEW", description = "The connector's new name.")
    private String newName;

    @Override
    public Integer call() throws IOException {
        if (newName.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "NEW is empty, but a connector has a name");
        }
        if (oldName.equals(newName)) {
            throw new CommandException("the two names are the same: " + oldName);
        }
        int renamed = 0;
        try (Storage storage = storageOption.open()) {
            for (FoundLedger found : FoundLedger.all(
                    storage, new FoundLedger.Selection(Optional.of(oldName), Optional.empty(), OptionalInt.empty()))) {
                rename(storage, found);
                renamed++;
            }
        }
        spec.commandLine()
                .getOut()
                .println(NumberText.counted(renamed, "ledger") + " of connector \"" + oldName
                        + "\" now belong to connector \"" + newName + "\"");
        return 0;
    }

    private void rename(Storage storage, FoundLedger found) throws IOException {
        LedgerDirectory source = new LedgerDirectory(oldName, found.topic(), found.partition());
        LedgerDirectory target = new LedgerDirectory(newName, found.topic(), found.partition());
        if (!isContinued(storage, source, target)) {
            LedgerEntry last =
                    OneLedger.open(storage, source, spec.commandLine().getErr()).takeOver();
            OneLedger.repairs(storage, target, spec.commandLine().getErr()).continueFrom(last);
        }
        delete(storage, source);
    }

    /** Whether a run that was interrupted while it deleted the old ledger has got this far. */
    private static boolean isContinued(Storage storage, LedgerDirectory source, LedgerDirectory target)
            throws IOException {
        LedgerReader old = new LedgerReader(storage, source.path());
        OptionalLong newest = old.newestSequence();
        if (newest.isEmpty()) {
            return false;
        }
        Optional<LedgerEntry> last = old.read(newest.getAsLong());
        Optional<LedgerEntry> next = new LedgerReader(storage, target.path()).newest();
        return last.isPresent()
                && next.isPresent()
                && last.get().files().isEmpty()
                && next.get().hasPositionOf(last.get());
    }

    /** The newest entries last: until then the ledger can be read. */
    private static void delete(Storage storage, LedgerDirectory directory) throws IOException {
        List<String> paths = new ArrayList<>();
        List<String> entries = new ArrayList<>();
        storage.list(directory.path(), file -> {
            boolean entry = LedgerDirectory.sequenceOf(file.name()).isPresent();
            (entry ? entries : paths).add(file.path());
        });
        entries.sort(null);
        paths.addAll(entries);
        for (String path : paths) {
            storage.delete(path);
        }
    }
}

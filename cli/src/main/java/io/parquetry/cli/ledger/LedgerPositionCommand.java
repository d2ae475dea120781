package io.parquetry.cli.ledger;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code parquetry ledger position}. */
@Command(
        name = "position",
        mixinStandardHelpOptions = true,
        description = {
            "Print the position of a connector in a topic-partition, or set it.",
            "",
            "A position that is set begins a new generation: offsets that are written again go to files of other"
                    + " names, and the old files stay. As PATCH /connectors/NAME/offsets, without a worker."
        })
final class LedgerPositionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOption storageOption;

    @Mixin
    private OneLedger ledger;

    @ArgGroup
    private Change change;

    /** At most one of the two. */
    private static final class Change {
        @Option(names = "--set", paramLabel = "OFFSET", description = "The next offset to write.")
        private Long offset;

        @Option(names = "--reset", description = "Begin where the consumer group is.")
        private boolean reset;
    }

    @Override
    public Integer call() throws IOException {
        if (change != null && change.offset != null && change.offset < 0) {
            throw new ParameterException(spec.commandLine(), "--set " + change.offset + ": an offset is 0 or more");
        }
        LedgerDirectory directory = ledger.directory();
        try (Storage storage = storageOption.open()) {
            LedgerReader reader = new LedgerReader(storage, directory.path());
            LedgerEntry newest = reader.newest()
                    .orElseThrow(() -> new CommandException(storage.url() + " has no ledger " + directory.path()
                            + "; `parquetry ledger show " + storage.url() + "` lists those that there are"));
            if (change == null) {
                spec.commandLine().getOut().println(text(newest));
                return 0;
            }
            OptionalLong position = change.reset ? OptionalLong.empty() : OptionalLong.of(change.offset);
            LedgerEntry moved = OneLedger.repairs(
                            storage, directory, spec.commandLine().getErr())
                    .moveTo(position);
            spec.commandLine()
                    .getOut()
                    .println(directory.path() + ": " + text(newest) + " -> " + text(moved) + ", generation "
                            + moved.generation());
            return 0;
        }
    }

    /** The position of an entry. */
    static String text(LedgerEntry entry) {
        return entry.nextOffset().isPresent()
                ? String.valueOf(entry.nextOffset().getAsLong())
                : "none";
    }
}

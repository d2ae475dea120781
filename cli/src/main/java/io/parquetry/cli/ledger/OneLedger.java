package io.parquetry.cli.ledger;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerRepairs;
import io.parquetry.connect.sink.commit.TableProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that name one ledger. */
final class OneLedger {
    @Option(names = "--connector", required = true, paramLabel = "NAME", description = "The connector.")
    private String connector;

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "The topic.")
    private String topic;

    @Option(names = "--partition", required = true, paramLabel = "N", description = "The partition.")
    private int partition;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    LedgerDirectory directory() {
        try {
            return new LedgerDirectory(connector, topic, partition);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }

    /** The ledger, for a new owner, which says what files are missing and deletes no entries. */
    static Ledger open(Storage storage, LedgerDirectory directory, PrintWriter err) {
        Consumer<LedgerFile> missing = file -> err.println("warning: the file " + file.path() + " with offsets "
                + file.firstOffset() + " to " + file.lastOffset() + " was published and is gone or changed");
        return new Ledger(storage, directory, Duration.ofDays(1), EntryAges.OF_WORKER, missing, TableProgress.NO_TABLE);
    }

    /** As {@link #open}, to be repaired. */
    static LedgerRepairs repairs(Storage storage, LedgerDirectory directory, PrintWriter err) {
        return new LedgerRepairs(open(storage, directory, err));
    }
}

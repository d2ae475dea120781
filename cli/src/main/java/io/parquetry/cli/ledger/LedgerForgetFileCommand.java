package io.parquetry.cli.ledger;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry ledger forget-file}. */
@Command(
        name = "forget-file",
        mixinStandardHelpOptions = true,
        description = {
            "Let a connector continue although a file of its newest entry cannot be published, because another file"
                    + " has its name.",
            "",
            "The offsets of the forgotten file are then in no file. To have them written again, set the position back"
                    + " with `parquetry ledger position --set`."
        })
final class LedgerForgetFileCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOption storageOption;

    @Mixin
    private OneLedger ledger;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file's path below the storage's URL.")
    private String path;

    @Override
    public Integer call() throws IOException {
        LedgerDirectory directory = ledger.directory();
        try (Storage storage = storageOption.open()) {
            LedgerEntry entry = OneLedger.repairs(
                            storage, directory, spec.commandLine().getErr())
                    .takeOverWithout(path);
            spec.commandLine()
                    .getOut()
                    .println(directory.path() + ": " + path + " is forgotten; the position is "
                            + LedgerPositionCommand.text(entry));
        }
        return 0;
    }
}

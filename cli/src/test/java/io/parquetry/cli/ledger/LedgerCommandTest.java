package io.parquetry.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerRepairs;
import io.parquetry.connect.sink.commit.TableProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands as an operator runs them, on the ledgers of two connectors. */
class LedgerCommandTest {
    private static final String FILE = "topics/orders/partition=0/orders+0+0000000000+0000000004.parquet";

    @TempDir
    private Path directory;

    @BeforeEach
    void commit() throws IOException {
        commit("sink", 5);
        commit("other sink", 7);
    }

    private void commit(String connector, long nextOffset) throws IOException {
        ledger(connector).takeOver();
        Ledger owner = ledger(connector);
        owner.takeOver();
        owner.commit(nextOffset, OffsetSet.from(nextOffset), List.of());
    }

    private Ledger ledger(String connector) {
        LedgerDirectory ledger = new LedgerDirectory(connector, "orders", 0);
        return new Ledger(
                new LocalStorage(directory),
                ledger,
                Duration.ofMinutes(10),
                new EntryAges(() -> 0),
                file -> {},
                TableProgress.NO_TABLE);
    }

    /** A commit whose file is named by the newest entry. */
    private void commitFile(Ledger owner, long nextOffset) throws IOException {
        String temporary = owner.newTemporary();
        try (TemporaryFile out = new LocalStorage(directory).create(temporary)) {
            out.write(new byte[] {1, 2, 3}, 0, 3);
            out.stage(FILE).await();
        }
        LedgerFile file = new LedgerFile(StoragePath.name(temporary), FILE, 0, 4, 5, 3);
        owner.commit(nextOffset, OffsetSet.from(nextOffset), List.of(file));
    }

    private CommandLineRun run(String command, Object... arguments) {
        Object[] line = new Object[arguments.length + 3];
        line[0] = "ledger";
        line[1] = command;
        line[2] = directory;
        System.arraycopy(arguments, 0, line, 3, arguments.length);
        return CommandLineRun.of(line);
    }

    private CommandLineRun position(String connector, Object... arguments) {
        Object[] line = new Object[arguments.length + 6];
        Object[] named = {"--connector", connector, "--topic", "orders", "--partition", 0};
        System.arraycopy(named, 0, line, 0, 6);
        System.arraycopy(arguments, 0, line, 6, arguments.length);
        return run("position", line);
    }

    @Test
    void showListsTheLedgersWithTheirPositions() {
        CommandLineRun shown = run("show");
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out().lines().map(line -> line.strip().replaceAll(" {2,}", "|")))
                .containsExactly(
                        "connector|topic|partition|entry|epoch|generation|next offset|published|files|temporary",
                        "other sink|orders|0|3|2|0|7|0|0|0",
                        "sink|orders|0|3|2|0|5|0|0|0");
        assertThat(run("show", "--connector", "sink").out().lines()).hasSize(2);
    }

    @Test
    void showOfNoLedgerSaysWhatToGive() throws IOException {
        assertThat(run("show", "--connector", "nobody").err())
                .contains("no such ledger")
                .contains("ledger show");
        Files.createDirectory(directory.resolve("empty"));
        CommandLineRun empty = CommandLineRun.of("ledger", "show", directory.resolve("empty"));
        assertThat(empty.exitCode()).isEqualTo(1);
        assertThat(empty.err()).contains("_parquetry").contains("storage.url");
        assertThat(directory.resolve("empty")).isEmptyDirectory();
        assertThat(CommandLineRun.of("ledger").exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("ledger").err()).contains("show, verify, position, rename, forget-file");
        assertThat(CommandLineRun.of("ledger", "show").exitCode()).isEqualTo(2);
    }

    @Test
    void positionIsPrintedAndSet() throws IOException {
        assertThat(position("sink").out()).isEqualTo("5\n");
        CommandLineRun set = position("sink", "--set", 2);
        assertThat(set.out()).contains("5 -> 2, generation 1");
        assertThat(position("sink").out()).isEqualTo("2\n");
        assertThat(ledger("sink").takeOver().generation()).isEqualTo(1);
        assertThat(position("sink", "--reset").out()).contains("2 -> none, generation 2");
    }

    @Test
    void whyALedgerWaitsForAPersonIsShownUntilThePositionIsSet() throws IOException {
        Ledger owner = ledger("sink");
        owner.takeOver();
        owner.halt(new Halt(Halt.Cause.TOPIC_RECREATED, 0, "the topic was deleted"));
        String reason = "_parquetry/sink/orders/0: the topic was deleted. Stop the connector";
        assertThat(run("show").out()).contains(reason);
        assertThat(run("verify").out()).contains(reason);
        run("rename", "sink", "archive");
        assertThat(run("show", "--json").out()).contains("\"halt\":\"the topic was deleted\"");
        position("archive", "--set", 0);
        assertThat(run("show").out()).doesNotContain("the topic was deleted");
    }

    @Test
    void aPositionThatIsNoneIsRefusedAndChangesNothing() {
        assertThat(position("sink", "--set", -1).exitCode()).isEqualTo(2);
        assertThat(position("sink", "--set", 1, "--reset").exitCode()).isEqualTo(2);
        assertThat(position("nobody", "--set", 1).exitCode()).isEqualTo(1);
        assertThat(directory.resolve("_parquetry/nobody")).doesNotExist();
        assertThat(position("sink").out()).isEqualTo("5\n");
    }

    @Test
    void aRenamedConnectorContinuesWhereItWas() throws IOException {
        CommandLineRun renamed = run("rename", "sink", "archive");
        assertThat(renamed.err()).isEmpty();
        assertThat(renamed.out()).contains("1 ledger of connector \"sink\" now belong");
        assertThat(ledger("archive").takeOver().nextOffset()).hasValue(5);
        assertThat(run("show").out()).doesNotContain("\nsink ").contains("archive");
        assertThat(run("rename", "sink", "archive").exitCode()).isEqualTo(1);
    }

    @Test
    void aRenameThatWasInterruptedIsRepeated() throws IOException {
        Ledger owner = ledger("sink");
        LedgerDirectory old = new LedgerDirectory("sink", "orders", 0);
        new LedgerRepairs(ledger("archive")).continueFrom(owner.takeOver());
        for (int sequence = 1; sequence <= 3; sequence++) {
            Files.deleteIfExists(directory.resolve(old.entry(sequence)));
        }
        CommandLineRun shown = run("show");
        assertThat(shown.exitCode()).isEqualTo(1);
        assertThat(shown.err()).contains("has lost its predecessor");
        assertThat(shown.out()).contains("archive").contains("other sink");
        assertThat(run("rename", "sink", "archive").exitCode()).isZero();
        assertThat(run("show").out()).contains("archive").doesNotContain("\nsink ");
        assertThat(ledger("archive").takeOver().nextOffset()).hasValue(5);
    }

    @Test
    void aLedgerIsNotRenamedOverAnother() throws IOException {
        CommandLineRun renamed = run("rename", "sink", "other sink");
        assertThat(renamed.exitCode()).isEqualTo(1);
        assertThat(renamed.err()).contains("already has a position, offset 7");
        assertThat(ledger("sink").takeOver().nextOffset()).hasValue(5);
        assertThat(ledger("other sink").takeOver().nextOffset()).hasValue(7);
    }

    @Test
    void verifyFindsWhatTheLedgerDoesNotCover() throws IOException {
        assertThat(run("verify").out()).isEqualTo("2 ledgers, no fault\n");
        Path file = directory.resolve("topics/orders/partition=0/orders+0+0000000009+0000000011.parquet");
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[1]);
        CommandLineRun uncovered = run("verify", "--connector", "sink");
        assertThat(uncovered.exitCode()).isEqualTo(1);
        assertThat(uncovered.out()).contains("begins at offset 9").contains("1 ledger, 1 fault");
        Path ofOther = Files.move(file, file.resolveSibling("orders+0+0000000006+0000000006.parquet"));
        assertThat(run("verify", "--connector", "sink").out())
                .as("the other sink has the position 7")
                .isEqualTo("1 ledger, no fault\n");
        Files.move(ofOther, file.resolveSibling("orders+0+0000000002+0000000002+g1.parquet"));
        assertThat(run("verify").out())
                .as("no ledger has come to generation 1")
                .contains("begins at offset 2")
                .contains("2 ledgers, 1 fault");
    }

    /** The file may be covered by the ledger that cannot be read, whichever of the two that is. */
    @ParameterizedTest
    @ValueSource(strings = {"sink", "other sink"})
    void verifyDoesNotJudgeFilesBesideALedgerThatCannotBeRead(String broken) throws IOException {
        Files.writeString(directory.resolve(new LedgerDirectory(broken, "orders", 0).entry(4)), "no entry");
        assertThat(run("verify", "--connector", "sink").exitCode()).isEqualTo(broken.equals("sink") ? 1 : 0);
        Path file = directory.resolve("topics/orders/partition=0/orders+0+0000000009+0000000011.parquet");
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[1]);
        assertThat(run("verify", "--connector", "sink").out())
                .contains(new LedgerDirectory(broken, "orders", 0).path())
                .doesNotContain("will be written again")
                .contains("1 ledger, 1 fault");
    }

    @Test
    void aLedgerThatCannotBeIsRefused() {
        for (Object[] wrong : List.of(
                new Object[] {"--connector", "sink", "--topic", "orders", "--partition", -1},
                new Object[] {"--connector", "", "--topic", "orders", "--partition", 0})) {
            CommandLineRun run = run("position", wrong);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("parquetry ledger position: a ledger belongs to a connector, a topic");
        }
        CommandLineRun unnamed = run("rename", "sink", "");
        assertThat(unnamed.exitCode()).isEqualTo(2);
        assertThat(unnamed.err()).contains("NEW is empty");
        assertThat(position("sink").out()).isEqualTo("5\n");
    }

    @Test
    void verifyFindsAFileThatIsGoneOrChangedAndABrokenLine() throws IOException {
        Ledger owner = ledger("sink");
        owner.takeOver();
        commitFile(owner, 5);
        assertThat(run("verify").exitCode()).isZero();
        Files.write(directory.resolve(FILE), new byte[] {1});
        assertThat(run("verify").out()).contains(FILE + ": has 1 bytes; it was published with 3");
        Files.delete(directory.resolve(FILE));
        assertThat(run("verify").out()).contains("offsets 0 to 4 and is gone");
        Files.delete(directory.resolve(new LedgerDirectory("sink", "orders", 0).entry(4)));
        CommandLineRun broken = run("verify");
        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.out()).contains("has lost its predecessor, entry 4").contains("2 ledgers, 1 fault");
    }

    @Test
    void aFileWhoseNameIsTakenCanBeForgotten() throws IOException {
        Files.createDirectories(directory.resolve(FILE).getParent());
        Files.write(directory.resolve(FILE), new byte[] {42});
        Ledger owner = ledger("sink");
        owner.takeOver();
        assertThat(catchThrowable(() -> commitFile(owner, 9))).hasMessageContaining("another file has this name");
        assertThat(catchThrowable(() -> ledger("sink").takeOver())).hasMessageContaining("another file has this name");
        CommandLineRun wrong =
                run("forget-file", "topics/x", "--connector", "sink", "--topic", "orders", "--partition", 0);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("has no file topics/x");
        CommandLineRun forgotten =
                run("forget-file", FILE, "--connector", "sink", "--topic", "orders", "--partition", 0);
        assertThat(forgotten.err()).isEmpty();
        assertThat(forgotten.out()).contains("is forgotten; the position is 9");
        assertThat(ledger("sink").takeOver().nextOffset()).hasValue(9);
        assertThat(Files.readAllBytes(directory.resolve(FILE))).containsExactly(42);
    }
}

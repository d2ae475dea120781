package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import io.parquetry.connect.source.discover.AsideName;
import io.parquetry.connect.source.tracking.CompletionAction.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is kept, deleted or moved; a step that fails is tried again, and no file that was not sent is touched. */
class CompletionActionTest {
    @TempDir
    Path directory;

    private LocalStorage storage;

    @BeforeEach
    void begin() {
        storage = new LocalStorage(directory);
    }

    private CompletionAction action(OnFinish onFinish) {
        Optional<String> finished = onFinish == OnFinish.MOVE ? Optional.of("finished") : Optional.empty();
        return new CompletionAction(storage, new FinishSettings(onFinish, finished, false), "archive");
    }

    private String put(String path, String content) {
        try {
            Files.createDirectories(directory.resolve(path).getParent());
            Files.writeString(directory.resolve(path), content);
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files of this content, which count as sent. */
    private CompletionAction.SentFile sent(String content) {
        return path -> new String(storage.read(path, 100), StandardCharsets.UTF_8).equals(content)
                ? storage.find(path)
                : Optional.empty();
    }

    private static Optional<StoredFile> file(String path) {
        return Optional.of(new StoredFile(path, 4, 0));
    }

    private List<String> files() {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> directory.relativize(path).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Renames the file, as a task does that is gone before the next step. */
    private AsideName interrupt(String connector, String path) throws IOException {
        AsideName aside = AsideName.of(connector, path);
        storage.rename(new StoredFile(path, 0, 0), aside.path());
        return aside;
    }

    @Test
    void aFileThatIsKeptIsCompletedWithoutALook() {
        put("a.parquet", "sent");

        assertThat(action(OnFinish.KEEP).complete("a.parquet", path -> {
                    throw new IllegalStateException(path + " was opened");
                }))
                .isEqualTo(Outcome.COMPLETE);
        assertThat(files()).containsExactly("a.parquet");
    }

    @Test
    void aFileThatWasSentIsDeletedOrMoved() {
        put("in/a.parquet", "sent");
        assertThat(action(OnFinish.DELETE).complete("in/a.parquet", sent("sent")))
                .isEqualTo(Outcome.COMPLETE);
        assertThat(files()).isEmpty();

        put("in/a.parquet", "sent");
        assertThat(action(OnFinish.MOVE).complete("in/a.parquet", sent("sent"))).isEqualTo(Outcome.COMPLETE);
        assertThat(files()).containsExactly("finished/in/a.parquet");
    }

    @Test
    void aFileThatWasNotSentStaysAndIsNotCompleted() {
        put("a.parquet", "other");

        assertThat(action(OnFinish.DELETE).complete("a.parquet", sent("sent"))).isEqualTo(Outcome.REPLACED);
        assertThat(files()).containsExactly("a.parquet");
    }

    @Test
    void aFileThatDoesNotExistIsCompleted() {
        assertThat(action(OnFinish.DELETE).complete("a.parquet", sent("sent"))).isEqualTo(Outcome.COMPLETE);
        assertThat(action(OnFinish.DELETE).complete("a.parquet", CompletionActionTest::file))
                .isEqualTo(Outcome.COMPLETE);
    }

    @Test
    void aFileThatTakesThePathAtTheLastMomentIsPutBackAndIsNotCompleted() {
        put("a.parquet", "other");

        assertThat(action(OnFinish.DELETE)
                        .complete("a.parquet", path -> file(path).filter(found -> path.equals("a.parquet"))))
                .isEqualTo(Outcome.REPLACED);
        assertThat(files()).containsExactly("a.parquet");
    }

    @Test
    void aStepThatFailsIsTriedAgainFromThere() {
        put("a.parquet", "sent");
        CompletionAction action = action(OnFinish.DELETE);
        List<String> asked = new ArrayList<>();
        CompletionAction.SentFile failing = path -> {
            asked.add(path);
            if (!path.equals("a.parquet")) {
                throw new IOException("the network is down");
            }
            return file(path);
        };

        assertThat(action.complete("a.parquet", failing)).isEqualTo(Outcome.LATER);
        assertThat(action.complete("a.parquet", failing)).isEqualTo(Outcome.LATER);
        assertThat(asked.get(0)).isEqualTo("a.parquet");
        assertThat(asked.subList(1, 3)).allMatch(path -> path.startsWith("_sent."));
        put("a.parquet", "another");
        assertThat(action.complete("a.parquet", sent("sent"))).isEqualTo(Outcome.COMPLETE);
        assertThat(files()).containsExactly("a.parquet");

        assertThat(action.complete("a.parquet", sent("another"))).isEqualTo(Outcome.COMPLETE);
        assertThat(files()).isEmpty();
    }

    @Test
    void aFileThatIsGoneAfterItsRenamingIsCompleted() throws IOException {
        put("a.parquet", "sent");
        CompletionAction action = action(OnFinish.DELETE);
        assertThat(action.complete("a.parquet", path -> {
                    if (!path.equals("a.parquet")) {
                        storage.delete(path);
                        throw new NoSuchFileException(path);
                    }
                    return file(path);
                }))
                .isEqualTo(Outcome.COMPLETE);
        put("a.parquet", "another");

        assertThat(action.complete("a.parquet", sent("another"))).isEqualTo(Outcome.COMPLETE);
        assertThat(files()).isEmpty();
    }

    @Test
    void theNextTaskCompletesWhatWasInterrupted() throws IOException {
        put("in/a.parquet", "sent");
        action(OnFinish.DELETE).recover(interrupt("archive", "in/a.parquet"), sent("sent"));
        assertThat(files()).isEmpty();

        put("in/a.parquet", "sent");
        action(OnFinish.MOVE).recover(interrupt("archive", "in/a.parquet"), sent("sent"));
        assertThat(files()).containsExactly("finished/in/a.parquet");
    }

    @Test
    void theNextTaskPutsBackWhatWasNotSentOrIsKeptNow() throws IOException {
        put("in/a.parquet", "other");
        action(OnFinish.DELETE).recover(interrupt("archive", "in/a.parquet"), sent("sent"));
        assertThat(files()).containsExactly("in/a.parquet");

        put("in/a.parquet", "sent");
        action(OnFinish.KEEP).recover(interrupt("archive", "in/a.parquet"), sent("sent"));
        assertThat(files()).containsExactly("in/a.parquet");
    }

    @Test
    void aFileIsNotPutBackOverAnother() throws IOException {
        put("a.parquet", "other");
        AsideName aside = interrupt("archive", "a.parquet");
        put("a.parquet", "newer");

        action(OnFinish.DELETE).recover(aside, sent("sent"));

        assertThat(files()).containsExactly(aside.path(), "a.parquet");
        assertThat(directory.resolve("a.parquet")).hasContent("newer");
    }

    @Test
    void theFileOfAnotherConnectorIsLeftAlone() throws IOException {
        put("a.parquet", "sent");
        AsideName aside = interrupt("another", "a.parquet");

        action(OnFinish.DELETE).recover(aside, sent("sent"));

        assertThat(files()).containsExactly(aside.path());
    }

    @Test
    void whatThisTaskHasInterruptedIsNotRecoveredAsWell() throws IOException {
        put("a.parquet", "sent");
        CompletionAction action = action(OnFinish.DELETE);
        action.complete("a.parquet", path -> {
            if (!path.equals("a.parquet")) {
                throw new IOException("the network is down");
            }
            return file(path);
        });
        String aside = files().get(0);

        action.recover(AsideName.parse(aside).orElseThrow(), sent("other"));

        assertThat(files()).containsExactly(aside);
    }

    @Test
    void aRecoveryThatFailsIsTriedAgain() throws IOException {
        put("a.parquet", "sent");
        AsideName aside = interrupt("archive", "a.parquet");
        CompletionAction action = action(OnFinish.DELETE);

        action.recover(aside, path -> {
            throw new IOException("the network is down");
        });
        assertThat(files()).containsExactly(aside.path());
        action.recover(aside, sent("sent"));
        assertThat(files()).isEmpty();
        action.recover(aside, sent("sent"));
    }

    @Test
    void aMovedFileGetsAFreeNumberBeforeItsExtension() {
        put("finished/a.parquet", "older");
        put("finished/a.1.parquet", "old");
        put("a.parquet", "sent");

        assertThat(action(OnFinish.MOVE).complete("a.parquet", sent("sent"))).isEqualTo(Outcome.COMPLETE);

        assertThat(files()).containsExactly("finished/a.1.parquet", "finished/a.2.parquet", "finished/a.parquet");
        assertThat(directory.resolve("finished/a.2.parquet")).hasContent("sent");
    }

    /** On an object store a rename is a copy and a deletion: a second name would be a second copy. */
    @Test
    void aRenameThatFailsIsTriedAgainUnderTheSameName() {
        put("a.parquet", "sent");
        List<String> names = new ArrayList<>();
        Storage refusing = (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("rename")) {
                        names.add((String) arguments[1]);
                        if (names.size() < 3) {
                            throw new AccessDeniedException(arguments[0].toString());
                        }
                    }
                    try {
                        return method.invoke(storage, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        CompletionAction action =
                new CompletionAction(refusing, new FinishSettings(OnFinish.DELETE, Optional.empty(), false), "archive");

        assertThat(action.complete("a.parquet", sent("sent"))).isEqualTo(Outcome.LATER);
        assertThat(action.complete("a.parquet", sent("sent"))).isEqualTo(Outcome.LATER);
        assertThat(action.complete("a.parquet", sent("sent"))).isEqualTo(Outcome.COMPLETE);

        assertThat(names).hasSize(3);
        assertThat(names).containsOnly(names.get(0));
        assertThat(files()).isEmpty();
    }
}

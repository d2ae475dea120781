package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConnectorOffset;
import io.parquetry.local.topics.Topics;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Files of several row groups go to a topic, one transaction per file, while the worker is killed and the tasks are
 * rebalanced: a reader of committed records sees each row once and each file in order, a file is committed completely
 * or not at all, and each file is moved after it was sent.
 *
 * <p>The default run has one kill, {@code -Pthorough} three, and {@code -Pkills-at-length} a million rows and 24. A
 * printed seed determines the moments; {@code -Dseed=N} repeats a run as far as processes allow.
 */
@Tag("sampled")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(SharedStack.class)
class SourceTransactionsIT {
    private static final int FILES = Integer.getInteger("source.files", Breadth.of(12, 32));
    private static final int ROWS = Integer.getInteger("source.rows", 4_000);
    private static final int ROW_GROUPS = 4;
    private static final int KILLS = Integer.getInteger("source.kills", Breadth.of(1, 3));
    private static final int REBALANCES = Integer.getInteger("source.rebalances", 1);
    private static final int BYTES_PER_SECOND = Integer.getInteger("source.bytes.per.second", 350_000);

    /** The other kills hit tasks that have just started, so that work is left for the last kill. */
    private static final int KILLS_FOR_EACH_PROGRESS = 3;

    private static final int KILL_AFTER_MS_MAX = 1_200;
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final String TOPIC = "rows";
    private static final String SOURCE = "rows-source";

    private static long seed;
    private static Random random;
    private static KafkaStack stack;
    private static Topics topics;
    private static Path data;

    @BeforeAll
    static void start(KafkaStack shared) {
        seed = Long.getLong("seed", System.nanoTime());
        random = new Random(seed);
        System.out.println("SourceTransactionsIT kills at moments of seed " + seed);
        stack = shared;
        topics = new Topics(stack.bootstrapServers());
        data = SharedStack.directory(stack, SourceTransactionsIT.class);
        topics.create(TOPIC, 1);
        IntStream.range(0, FILES).forEach(SourceTransactionsIT::write);
    }

    @AfterAll
    static void close() {
        new Throttle(stack.bootstrapServers()).lift();
        topics.close();
    }

    private static void write(int file) {
        NumberedFiles.write(
                data.resolve(String.format("inbox/day=%d/part-%05d.parquet", file % 5, file)), file, ROWS, ROW_GROUPS);
    }

    private static Map<String, String> config(int tasks) {
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("storage.url", data.toUri().toString());
        config.put("scan.interval.ms", "200");
        config.put("path.include", "inbox/**/*.parquet");
        config.put("topic", TOPIC);
        config.put("exactly.once.support", "required");
        config.put("transaction.boundary", "connector");
        config.put("transaction.unit", "file");
        config.put("on.finish", "move:finished");
        return config;
    }

    @Test
    @Order(1)
    void aReaderOfCommittedRecordsSeesWholeFilesOnlyThoughTheWorkerIsKilled() {
        new Throttle(stack.bootstrapServers()).writers(BYTES_PER_SECOND);
        stack.worker().rest().create(SOURCE, config(2));
        for (int kill = 1; kill <= KILLS; kill++) {
            if (kill % KILLS_FOR_EACH_PROGRESS == 1) {
                await(SourceTransactionsIT::committed, committed() + 1, "progress before kill " + kill);
            } else {
                awaitRunning();
            }
            DelayedKill.of(stack.worker(), random.nextInt(KILL_AFTER_MS_MAX));
            requireOrder();
            stack.worker().start();
            int whole = requireWholeFiles();
            System.out.printf("kill %d with %d of %d files committed%n", kill, whole, FILES);
            assertThat(whole)
                    .as("files left at the kill; with none left lower the throttle, seed %d", seed)
                    .isLessThan(FILES);
            if (kill <= REBALANCES) {
                awaitRunning();
                stack.worker().rest().put(SOURCE, config(kill % 2 == 1 ? 3 : 2));
            }
        }
        new Throttle(stack.bootstrapServers()).lift();

        // Reading all rows is expensive; end offsets are cheap and are at least the number of rows.
        await(SourceTransactionsIT::committed, (long) FILES * ROWS, "offsets");
        await(() -> rows().size(), (long) FILES * ROWS, "rows");
        assertThat(requireWholeFiles()).isEqualTo(FILES);
        assertThat(requireOrder()).isEqualTo(FILES);
        assertThat(rows()).hasSize(FILES * ROWS);
    }

    @Test
    @Order(2)
    void everyFileIsMovedWhenItWasSent() {
        await(() -> files("finished/inbox").size(), FILES, "files moved");

        assertThat(files("inbox")).isEmpty();
    }

    @Test
    @Order(3)
    void aFileGoesOnAtAnOffsetThatAUserHasSet() throws IOException {
        List<ConnectorOffset> offsets = stack.worker().rest().offsets(SOURCE);
        assertThat(offsets).as("positions of moved files are dropped").hasSizeLessThan(FILES);
        stack.worker().rest().stop(SOURCE);
        stack.worker().rest().awaitState(SOURCE, "STOPPED", PATIENCE);
        Path moved = files("finished/inbox").get(0);
        Path back = data.resolve(data.resolve("finished").relativize(moved));
        Files.move(moved, back);
        Map<String, Object> partition =
                Map.of("file", data.relativize(back).toString().replace('\\', '/'));
        stack.worker().rest().alterOffsets(SOURCE, List.of(new ConnectorOffset(partition, Map.of("row", ROWS - 10))));
        stack.worker().rest().resume(SOURCE);
        await(() -> rows().size(), (long) FILES * ROWS + 10, "rows, the last ten of a file once more");

        List<int[]> rows = rows();
        assertThat(rows.subList(FILES * ROWS, rows.size()).stream().map(row -> row[1]))
                .containsExactlyElementsOf(
                        IntStream.range(ROWS - 10, ROWS).boxed().toList());
    }

    /**
     * The number of committed files: those that were moved, and those with a position. Source offsets are committed
     * with their records, so an offset inside a file would be a partly committed file. Consumers cannot show it: they
     * read up to the first record of the oldest open transaction, which may be between records that the other task has
     * committed.
     */
    private static int requireWholeFiles() {
        List<ConnectorOffset> offsets = stack.worker().rest().offsets(SOURCE);
        assertThat(offsets)
                .allSatisfy(offset -> assertThat(offset.offset())
                        .as("the position of %s, seed %d", offset.partition(), seed)
                        .containsEntry("row", ROWS)
                        .containsEntry("rows", ROWS));
        Set<String> committed = new HashSet<>();
        offsets.forEach(offset -> committed.add((String) offset.partition().get("file")));
        files("finished/inbox")
                .forEach(moved ->
                        committed.add(data.resolve("finished").relativize(moved).toString()));
        return committed.size();
    }

    /**
     * Waits until all tasks run. A worker that is killed between a smaller {@code tasks.max} and the new configurations
     * of the tasks starts too many tasks, and Connect fails them until it has the new ones.
     */
    private static void awaitRunning() {
        await(
                () -> {
                    stack.worker()
                            .rest()
                            .failure(SOURCE)
                            .ifPresent(trace -> assertThat(trace).contains("TooManyTasksException"));
                    return stack.worker().rest().running(SOURCE) ? 1 : 0;
                },
                1,
                "running tasks");
    }

    /** The number of visible files, each from its first row, in order and without duplicates. */
    private static int requireOrder() {
        Map<Integer, List<Integer>> seen = new TreeMap<>();
        rows().forEach(row ->
                seen.computeIfAbsent(row[0], file -> new ArrayList<>()).add(row[1]));
        seen.forEach((file, rows) -> assertThat(
                        rows.equals(IntStream.range(0, rows.size()).boxed().toList()))
                .as("order of the %d rows of file %d that can be seen, seed %d", rows.size(), file, seed)
                .isTrue());
        return seen.size();
    }

    /** File and row of each committed record. */
    private static List<int[]> rows() {
        return topics.readCommitted(TOPIC).get(0).stream()
                .map(NumberedFiles::row)
                .toList();
    }

    private static long committed() {
        return topics.committedEnds(TOPIC).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static List<Path> files(String below) {
        return NumberedFiles.below(data.resolve(below));
    }

    private static void await(LongSupplier measure, long goal, String what) {
        AwaitCount.atLeast(goal, measure, PATIENCE, what + ", seed " + seed);
    }
}

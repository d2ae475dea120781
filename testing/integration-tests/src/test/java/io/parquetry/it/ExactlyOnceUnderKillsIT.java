package io.parquetry.it;

import static io.parquetry.it.KillRun.Archive.AZURE;
import static io.parquetry.it.KillRun.Archive.HDFS;
import static io.parquetry.it.KillRun.Archive.LOCAL;
import static io.parquetry.it.KillRun.Archive.S3;
import static io.parquetry.it.KillRun.Boundary.INTERVAL;
import static io.parquetry.it.KillRun.Boundary.POLL;
import static io.parquetry.it.KillRun.Group.COOPERATIVE;
import static io.parquetry.it.KillRun.Group.EAGER;
import static io.parquetry.it.KillRun.Group.KIP_848;
import static io.parquetry.it.KillRun.Input.COMPACTED;
import static io.parquetry.it.KillRun.Input.PLAIN;
import static io.parquetry.it.KillRun.Input.TRANSACTIONAL;
import static io.parquetry.it.LakeTable.Access.JDBC;
import static io.parquetry.it.LakeTable.Access.REST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@link ExactlyOnceUnderKills} on local files in the default run, and on each storage with {@code -Pthorough}, which
 * has {@link TableUnderKills} too. {@code -Pkills-at-length} has the runs of docs/evidence/proof.md, with each protocol
 * of consumer groups and each kind of topic; {@code -Dkills.run=NAME} takes one of them and {@code -Dkills.percent=N} a
 * share of its kills. {@code -Dseed=N} repeats a run as far as processes allow. The results are in {@code
 * target/kills.md}.
 */
@Tag("sampled")
class ExactlyOnceUnderKillsIT {
    private static final List<KillRun> THOROUGH = List.of(
            new KillRun("short-local", LOCAL, COOPERATIVE, TRANSACTIONAL, INTERVAL, 1, 1, 1),
            new KillRun("short-hdfs", HDFS, KIP_848, COMPACTED, INTERVAL, 1, 1, 0),
            new KillRun("short-s3", S3, COOPERATIVE, COMPACTED, INTERVAL, 1, 1, 0),
            new KillRun("short-azure", AZURE, EAGER, TRANSACTIONAL, INTERVAL, 1, 1, 0));

    /** A kill of each kind. */
    private static final List<KillRun> SAMPLE = THOROUGH.subList(0, 1);

    private static final List<KillRun> AT_LENGTH = List.of(
            new KillRun("local-eager-plain", LOCAL, EAGER, PLAIN, INTERVAL, 10, 7, 2),
            new KillRun("local-cooperative-compacted", LOCAL, COOPERATIVE, COMPACTED, POLL, 10, 7, 2),
            new KillRun("local-kip848-transactional", LOCAL, KIP_848, TRANSACTIONAL, INTERVAL, 10, 7, 3),
            new KillRun("hdfs-cooperative-transactional", HDFS, COOPERATIVE, TRANSACTIONAL, POLL, 10, 7, 3),
            new KillRun("hdfs-kip848-compacted", HDFS, KIP_848, COMPACTED, INTERVAL, 10, 7, 2),
            new KillRun("s3-cooperative-transactional", S3, COOPERATIVE, TRANSACTIONAL, INTERVAL, 34, 16, 2),
            new KillRun("s3-eager-compacted", S3, EAGER, COMPACTED, POLL, 34, 16, 2),
            new KillRun("azure-cooperative-transactional", AZURE, COOPERATIVE, TRANSACTIONAL, INTERVAL, 40, 18, 2));

    private static final List<TableUnderKills.Run> TABLES = List.of(
            new TableUnderKills.Run("short-table-local", LOCAL, JDBC, 2, 20_000),
            new TableUnderKills.Run("short-table-rest", LOCAL, REST, 2, 20_000),
            new TableUnderKills.Run("short-table-s3", S3, JDBC, 2, 20_000));

    private static final List<TableUnderKills.Run> TABLES_AT_LENGTH = List.of(
            new TableUnderKills.Run("table-local", LOCAL, JDBC, 30, 1_000_000),
            new TableUnderKills.Run("table-rest", LOCAL, REST, 30, 1_000_000),
            new TableUnderKills.Run("table-s3", S3, JDBC, 30, 1_000_000));

    static List<KillRun> runs() {
        return chosen(SAMPLE, THOROUGH, AT_LENGTH).stream()
                .map(run -> run.percent(Integer.getInteger("kills.percent", 100)))
                .toList();
    }

    static List<TableUnderKills.Run> tables() {
        return chosen(List.of(), TABLES, TABLES_AT_LENGTH);
    }

    /** Those of this build whose name has that of {@code -Dkills.run}. */
    private static <T> List<T> chosen(List<T> sample, List<T> thorough, List<T> atLength) {
        List<T> runs = sample;
        if (Boolean.getBoolean("kills.at.length")) {
            runs = atLength;
        } else if (Breadth.isWhole()) {
            runs = thorough;
        }
        String name = System.getProperty("kills.run", "");
        return runs.stream().filter(run -> run.toString().contains(name)).toList();
    }

    /** At least one, so that a wrong name does not pass for a success. */
    @Test
    void aRunHasTheNameThatIsAskedFor() {
        assertThat(runs().size() + tables().size())
                .as("runs with the name -Dkills.run=%s", System.getProperty("kills.run"))
                .isPositive();
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("runs")
    void everyRecordIsInTheFilesOnceAndComesBackOnceInOrder(KillRun run) throws IOException {
        assumeTrue(
                run.archive() == LOCAL || "local".equals(System.getProperty("stack")),
                "HDFS and the object store are on the loopback address of this process");
        write(ExactlyOnceUnderKills.run(run, Long.getLong("seed", System.nanoTime())));
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("tables")
    void everyRecordIsInTheTableOnce(TableUnderKills.Run run) throws IOException {
        assumeTrue("local".equals(System.getProperty("stack")), "the catalog is a file of this process");
        write(TableUnderKills.run(run, Long.getLong("seed", System.nanoTime())));
    }

    private static void write(String row) throws IOException {
        Files.writeString(
                Path.of(System.getProperty("stack.directory")).resolveSibling("kills.md"),
                row + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}

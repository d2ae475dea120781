package io.parquetry.it;

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
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@link ExactlyOnceUnderKills} on local files in the default run, and on each storage with {@code -Pthorough}. {@code
 * -Pkills-at-length} has the runs of docs/evidence/proof.md, with each protocol of consumer groups and each kind of
 * topic; {@code -Dkills.run=NAME} takes one of them and {@code -Dkills.percent=N} a share of its kills. {@code
 * -Dseed=N} repeats a run as far as processes allow. The results are in {@code target/kills.md}.
 */
@Tag("sampled")
class ExactlyOnceUnderKillsIT {
    private static final List<KillRun> THOROUGH = List.of(
            new KillRun("short-local", LOCAL, COOPERATIVE, TRANSACTIONAL, INTERVAL, 1, 1, 1),
            new KillRun("short-hdfs", HDFS, KIP_848, COMPACTED, INTERVAL, 1, 1, 0),
            new KillRun("short-s3", S3, COOPERATIVE, COMPACTED, INTERVAL, 1, 1, 0));

    /** A kill of each kind. */
    private static final List<KillRun> SAMPLE = THOROUGH.subList(0, 1);

    private static final List<KillRun> AT_LENGTH = List.of(
            new KillRun("local-eager-plain", LOCAL, EAGER, PLAIN, INTERVAL, 10, 7, 2),
            new KillRun("local-cooperative-compacted", LOCAL, COOPERATIVE, COMPACTED, POLL, 10, 7, 2),
            new KillRun("local-kip848-transactional", LOCAL, KIP_848, TRANSACTIONAL, INTERVAL, 10, 7, 3),
            new KillRun("hdfs-cooperative-transactional", HDFS, COOPERATIVE, TRANSACTIONAL, POLL, 10, 7, 3),
            new KillRun("hdfs-kip848-compacted", HDFS, KIP_848, COMPACTED, INTERVAL, 10, 7, 2),
            new KillRun("s3-cooperative-transactional", S3, COOPERATIVE, TRANSACTIONAL, INTERVAL, 34, 16, 2),
            new KillRun("s3-eager-compacted", S3, EAGER, COMPACTED, POLL, 34, 16, 2));

    static List<KillRun> runs() {
        List<KillRun> runs = ofThisBuild();
        String name = System.getProperty("kills.run", "");
        List<KillRun> chosen = runs.stream()
                .filter(run -> run.name().contains(name))
                .map(run -> run.percent(Integer.getInteger("kills.percent", 100)))
                .toList();
        assertThat(chosen)
                .as("runs with the name -Dkills.run=%s, of %s", name, runs)
                .isNotEmpty();
        return chosen;
    }

    private static List<KillRun> ofThisBuild() {
        if (Boolean.getBoolean("kills.at.length")) {
            return AT_LENGTH;
        }
        return Breadth.isWhole() ? THOROUGH : SAMPLE;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void everyRecordIsInTheFilesOnceAndComesBackOnceInOrder(KillRun run) throws IOException {
        assumeTrue(
                run.archive() == LOCAL || "local".equals(System.getProperty("stack")),
                "HDFS and the object store are on the loopback address of this process");
        String row = ExactlyOnceUnderKills.run(run, Long.getLong("seed", System.nanoTime()));
        Files.writeString(
                Path.of(System.getProperty("stack.directory")).resolveSibling("kills.md"),
                row + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}

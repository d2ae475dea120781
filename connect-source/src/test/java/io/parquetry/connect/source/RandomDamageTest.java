package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever bytes of a file are damaged, a task that skips bad files continues, and the files before and after arrive. The
 * seed is fixed; {@code -Dseed=N} tries others, {@code -Ddamages=N} more.
 */
class RandomDamageTest {
    private static final int DAMAGES = Integer.getInteger("damages", 60);

    @TempDir
    Path directory;

    private final Random random = new Random(Long.getLong("seed", 20_240_229));

    @Test
    void noDamageToAForeignFileFailsTheTask() throws IOException {
        for (int i = 0; i < DAMAGES; i++) {
            TestTree tree = new TestTree(directory.resolve("strange" + i));
            tree.put("a.parquet", TestTree.foreign(3));
            tree.put("b.parquet", damaged(TestTree.foreign(300, 100)));
            tree.put("c.parquet", TestTree.foreign(4));

            List<SourceRecord> sent = run(tree, i);

            assertThat(of(sent, Map.of("file", "a.parquet"))).as("damage %d", i).hasSize(3);
            assertThat(of(sent, Map.of("file", "c.parquet"))).as("damage %d", i).hasSize(4);
        }
    }

    @Test
    void noDamageToAFileOfTheSinkEndsItsStream() throws IOException {
        for (int i = 0; i < DAMAGES; i++) {
            TestTree tree = new TestTree(directory.resolve("stream" + i));
            tree.orders("orders", 0, "d", 0, 1, 2);
            tree.orders("orders", 0, "d", 200, 201);
            String bad = tree.sinkFile(
                    "orders",
                    0,
                    0,
                    "d",
                    RecordMetadata.KAFKA,
                    LongStream.range(3, 200)
                            .mapToObj(offset -> TestTree.order("orders", 0, offset))
                            .toList());
            tree.put(bad, damaged(Files.readAllBytes(tree.root.resolve(bad))));
            tree.ledger("orders", 0, 7, 0, 202);

            List<Object> offsets = of(run(tree, i), Map.of("stream", "topics/orders+0")).stream()
                    .<Object>map(record -> record.sourceOffset().get("offset"))
                    .toList();

            assertThat(offsets).as("damage %d", i).contains(1L, 2L, 3L, 201L, 202L);
            assertThat(offsets).as("damage %d", i).doesNotHaveDuplicates();
        }
    }

    private List<SourceRecord> run(TestTree tree, int i) {
        TaskHarness harness = new TaskHarness(tree)
                .with(FailureSettings.ON_BAD_FILE, "skip")
                .with(FailureSettings.SALVAGE, Boolean.toString(i % 2 == 0))
                .with(DiscoverySettings.ORDER, "offset")
                .with(FailureSettings.INCOMPLETE_FILE_TIMEOUT_MS, "1000");
        harness.start();
        List<SourceRecord> sent = new ArrayList<>();
        for (int look = 0; look < 6; look++) {
            sent.addAll(harness.scan());
        }
        harness.stop();
        assertThat(harness.storage.open).isZero();
        return sent;
    }

    private static List<SourceRecord> of(List<SourceRecord> records, Map<String, ?> partition) {
        return records.stream()
                .filter(record -> record.sourcePartition().equals(partition))
                .toList();
    }

    /** Flips bits, zeroes bytes, or removes the end or a piece, anywhere in the file and often in its footer. */
    private byte[] damaged(byte[] content) {
        int footer = Math.min(content.length, 600);
        int at = random.nextBoolean() ? random.nextInt(content.length) : content.length - 1 - random.nextInt(footer);
        byte[] damaged = content.clone();
        switch (random.nextInt(4)) {
            case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> Arrays.fill(damaged, at, Math.min(content.length, at + 1 + random.nextInt(200)), (byte) 0);
            case 2 -> damaged = Arrays.copyOf(content, at);
            default -> {
                int gap = Math.min(content.length - at, 1 + random.nextInt(50));
                damaged = new byte[content.length - gap];
                System.arraycopy(content, 0, damaged, 0, at);
                System.arraycopy(content, at + gap, damaged, at, content.length - at - gap);
            }
        }
        return damaged;
    }
}

package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.CountingStorage.Range;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Restoring a hundredth of a month costs less than three hundredths of its bytes, whether the range is in timestamps or
 * offsets. The sink's task writes the archive with its default pages and row groups: three million records, a file for
 * every 100,000.
 */
@Tag("thorough")
class PointInTimeTest {
    private static final int RECORDS = 3_000_000;
    private static final int RECORDS_IN_FILE = 100_000;
    private static final Instant BEGIN = Instant.parse("2026-06-01T00:00:00Z");
    private static final long INTERVAL_MS = Duration.ofDays(30).toMillis() / RECORDS;
    private static final String[] KINDS = {"created", "paid", "packed", "sent", "returned"};
    private static final Schema EVENT = SchemaBuilder.struct()
            .name("Event")
            .field("customer", Schema.INT32_SCHEMA)
            .field("kind", Schema.STRING_SCHEMA)
            .field("amount", Schema.FLOAT64_SCHEMA)
            .field("reference", Schema.STRING_SCHEMA)
            .build();

    @TempDir
    static Path directory;

    private static long archiveBytes;

    @BeforeAll
    static void archive() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        new SinkArchive(directory)
                .with("flush.size", Integer.toString(RECORDS_IN_FILE))
                .write(
                        new TopicPartition("events", 0),
                        LongStream.range(0, RECORDS).mapToObj(offset -> event(offset, random)));
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            archiveBytes = files.filter(Files::isRegularFile)
                    .mapToLong(PointInTimeTest::size)
                    .sum();
        }
    }

    private static SinkRecord event(long offset, SplittableRandom random) {
        Struct value = new Struct(EVENT)
                .put("customer", random.nextInt(200_000))
                .put("kind", KINDS[random.nextInt(KINDS.length)])
                .put("amount", random.nextInt(1_000_000) / 100.0)
                .put("reference", Long.toHexString(random.nextLong()));
        return new SinkRecord(
                "events",
                0,
                Schema.STRING_SCHEMA,
                Integer.toString(value.getInt32("customer")),
                EVENT,
                value,
                offset,
                BEGIN.toEpochMilli() + offset * INTERVAL_MS,
                TimestampType.CREATE_TIME);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHundredthByTimestampCostsLessThanThreeHundredthsOfTheBytes() {
        TaskHarness harness = restore()
                .with(SelectionSettings.FROM_TIMESTAMP, "2026-06-17T06:00:00Z")
                .with(SelectionSettings.TO_TIMESTAMP, "2026-06-17T13:12:00Z");

        List<SourceRecord> sent = send(harness, "7.2 hours of a month");

        assertThat(sent).hasSize(RECORDS / 100);
        assertThat(sent.get(0).timestamp())
                .isEqualTo(Instant.parse("2026-06-17T06:00:00Z").toEpochMilli());
        assertThat(sent.get(sent.size() - 1).timestamp())
                .isEqualTo(Instant.parse("2026-06-17T13:12:00Z").toEpochMilli() - INTERVAL_MS);
    }

    @Test
    void aHundredthByOffsetOpensOnlyTheFilesThatHoldIt() {
        TaskHarness harness =
                restore().with(SelectionSettings.FROM_OFFSET, "1585000").with(SelectionSettings.TO_OFFSET, "1615000");

        List<SourceRecord> sent = send(harness, "30,000 offsets of 3,000,000");

        assertThat(sent).hasSize(RECORDS / 100);
        assertThat(sent.get(0).sourceOffset()).isEqualTo(Map.of("generation", 0, "offset", 1_585_001L));
        assertThat(harness.storage.opened)
                .filteredOn(path -> path.startsWith("topics/"))
                .hasSize(2);
    }

    private static TaskHarness restore() {
        return new TaskHarness(new TestTree(directory)).with(DeliverySettings.BATCH_MAX_RECORDS, "10000");
    }

    private static List<SourceRecord> send(TaskHarness harness, String what) {
        harness.start();
        long begun = System.nanoTime();
        List<SourceRecord> sent = harness.scanTwice();
        long bytes = harness.storage.ranges.stream().mapToLong(Range::length).sum();
        System.out.printf(
                "%s: %,d records sent in %d ms, %,d of %,d bytes read (%.2f %%)%n",
                what,
                sent.size(),
                (System.nanoTime() - begun) / 1_000_000,
                bytes,
                archiveBytes,
                100.0 * bytes / archiveBytes);
        assertThat(bytes).isLessThan(archiveBytes * 3 / 100);
        return sent;
    }
}

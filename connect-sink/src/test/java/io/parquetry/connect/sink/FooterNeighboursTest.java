package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** What footers say of the offsets in other files holds for the files that are there in the end. */
class FooterNeighboursTest {
    private static final TopicPartition ZERO = new TopicPartition("neighbours", 0);
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("path", Schema.STRING_SCHEMA)
            .field("text", Schema.STRING_SCHEMA)
            .build();

    /** No text in UTF-8 can have it, which is found when the record is written. */
    private static final String HALF_OF_A_PAIR = "\uD800";

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties = new HashMap<>(Map.of(
            "name", "neighbours",
            "storage.url", "memory",
            "behavior.on.null.values", "ignore",
            "path.template", "p=${value.path}"));
    private int claims;

    private FakeWorker worker() {
        return new FakeWorker(Map.of(ZERO, log), properties, storage, clock);
    }

    private void append(long offset, Struct value) {
        log.put(
                offset,
                new SinkRecord(
                        ZERO.topic(),
                        0,
                        null,
                        null,
                        value == null ? null : VALUE,
                        value,
                        offset,
                        offset,
                        TimestampType.CREATE_TIME));
    }

    private static Struct value(long offset, String path, String text) {
        return new Struct(VALUE).put("id", offset).put("path", path).put("text", text);
    }

    /**
     * Records of several paths, gaps, bad records and tombstones come to several owners of the partition, of which some
     * crash; then some records may be compacted away before the next owner reads them again.
     */
    @Property(tries = 100)
    void footersSayWhatOtherFilesHold(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        long offset = random.nextInt(3) * 7L;
        int records = 20 + random.nextInt(100);
        int paths = 1 + random.nextInt(4);
        int badEvery = 5 + random.nextInt(20);
        boolean compacted = random.nextBoolean();
        for (int i = 0; i < records; i++) {
            String path = Integer.toString(random.nextInt(paths));
            append(
                    offset,
                    switch (random.nextInt(badEvery)) {
                        case 0 -> null;
                        case 1 -> value(offset, "", "a path that no directory can have");
                        case 2 -> value(offset, path, HALF_OF_A_PAIR);
                        default -> value(offset, path, "good");
                    });
            offset += random.nextInt(6) == 0 ? 1 + random.nextInt(9) : 1;
        }
        properties.put("flush.size", Integer.toString(1 + random.nextInt(9)));
        properties.put("on.bad.record", "skip");
        Map<TopicPartition, Long> group = new HashMap<>();
        for (int owner = 0; owner < 4; owner++) {
            FakeWorker worker = worker().inGroup(group).start();
            int turns = random.nextInt(8);
            for (int turn = 0; turn < turns; turn++) {
                worker.poll(1 + random.nextInt(30));
                if (random.nextInt(3) == 0) {
                    worker.commit();
                }
            }
            if (random.nextBoolean()) {
                worker.stop();
            } else if (compacted) {
                log.keySet().removeIf(record -> random.nextInt(10) == 0);
            }
        }
        FakeWorker last = worker().inGroup(group).start();
        last.drain(1 + random.nextInt(30));
        last.stop();

        requireTrueClaims();
    }

    /** The record between is still to be written when the file is closed, and turns out to be bad. */
    @Test
    void recordsThatAreNotWrittenYetAreNotClaimed() throws IOException {
        properties.put("flush.size", "2");
        properties.put("on.bad.record", "skip");
        append(0, value(0, "0", "good"));
        append(1, value(1, "1", HALF_OF_A_PAIR));
        append(2, value(2, "0", "good"));
        append(3, value(3, "1", "good"));
        FakeWorker worker = worker().start();

        worker.drain(4);
        worker.stop();

        assertThat(published.ids(ZERO.topic(), 0)).containsExactly(0L, 2L, 3L);
        requireTrueClaims();
        assertThat(claims).isPositive();
    }

    /** The file with the record between is open when the other is published, and its owner dies. */
    @Test
    void recordsOfOpenFilesAreNotClaimed() throws IOException {
        properties.put("flush.size", "2");
        append(0, value(0, "0", "good"));
        append(1, value(1, "1", "good"));
        append(2, value(2, "0", "good"));
        FakeWorker killed = worker().start();
        killed.drain(3);
        assertThat(published.names()).hasSize(1);
        log.remove(1L);
        append(3, value(3, "1", "good"));

        FakeWorker next = worker().start();
        next.drain(3);
        next.stop();

        assertThat(published.ids(ZERO.topic(), 0)).containsExactly(0L, 2L, 3L);
        requireTrueClaims();
        assertThat(claims).isPositive();
    }

    /** An offset that a set cannot hold beside those before it neither stops the task nor becomes a wrong claim. */
    @Test
    void offsetsFarBehindOpenFilesAreWritten() throws IOException {
        properties.put("flush.size", "10");
        for (long far : List.of(0L, OffsetSet.DISTANCE_MAX + 100L, 3L * OffsetSet.DISTANCE_MAX)) {
            for (long offset = far; offset < far + 25; offset++) {
                append(offset, value(offset, Long.toString(offset % 2), "good"));
            }
        }
        FakeWorker worker = worker().start();

        worker.drain(20);
        worker.stop();

        assertThat(published.ids(ZERO.topic(), 0)).containsExactlyElementsOf(log.keySet());
        requireTrueClaims();
        assertThat(claims).isGreaterThan(3);
    }

    private void requireTrueClaims() throws IOException {
        Map<String, NavigableSet<Long>> files = new TreeMap<>();
        NavigableSet<Long> held = new TreeSet<>();
        for (String path : published.paths()) {
            NavigableSet<Long> own = new TreeSet<>();
            published.rows(path).forEach(row -> own.add((Long) row.get("id")));
            files.put(path, own);
            held.addAll(own);
        }
        for (Map.Entry<String, NavigableSet<Long>> file : files.entrySet()) {
            requireTrueClaims(file.getKey(), file.getValue(), held);
        }
    }

    private void requireTrueClaims(String path, NavigableSet<Long> own, NavigableSet<Long> held) throws IOException {
        FileMetadata footer = published.footer(path);
        DataFileName name = DataFileName.parse(StoragePath.name(path)).orElseThrow();
        Optional<String> previous = footer.keyValue("parquetry.offset.previous");
        Long before = held.lower(own.first());
        if (previous.isPresent()) {
            claims++;
            assertThat(previous).as(path).hasValue(Long.toString(before == null ? -1 : before));
        }
        footer.keyValue("parquetry.offset.previous.open").ifPresent(open -> {
            claims++;
            assertThat(previous).as(path).isEmpty();
            assertThat(before == null ? -1 : before).as(path).isLessThanOrEqualTo(Long.parseLong(open));
        });
        Optional<OffsetSet> others =
                footer.keyValue("parquetry.offset.others").map(text -> OffsetSet.parse(name.firstOffset(), text));
        Optional<OffsetSet> absent =
                footer.keyValue("parquetry.offset.absent").map(text -> OffsetSet.parse(name.firstOffset(), text));
        claims += others.isPresent() || absent.isPresent() ? 1 : 0;
        for (long offset = own.first(); offset <= own.last(); offset++) {
            boolean isOther = held.contains(offset) && !own.contains(offset);
            boolean isAbsent = !held.contains(offset);
            if (others.isPresent() && others.get().contains(offset)) {
                assertThat(isOther)
                        .as("%s: offset %d is in another file", path, offset)
                        .isTrue();
            } else if (absent.isPresent() && absent.get().contains(offset)) {
                assertThat(isAbsent)
                        .as("%s: offset %d is in no file", path, offset)
                        .isTrue();
            } else if (others.isPresent() && absent.isEmpty()) {
                assertThat(isOther)
                        .as("%s: offset %d is left out", path, offset)
                        .isFalse();
            } else if (absent.isPresent() && others.isEmpty()) {
                assertThat(isAbsent)
                        .as("%s: offset %d is left out", path, offset)
                        .isFalse();
            }
        }
    }
}

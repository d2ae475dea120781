package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.format.metadata.FileMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** Key-value metadata of a file about its records, beside the Connect schema. */
public final class FooterMetadata {
    static final String CONNECTOR = "parquetry.connector";
    static final String TOPIC = "parquetry.topic";
    static final String PARTITION = "parquetry.partition";
    static final String FIRST_OFFSET = "parquetry.offset.first";
    static final String LAST_OFFSET = "parquetry.offset.last";
    static final String RECORDS = "parquetry.records";
    /** The smallest timestamp of a record in the file, milliseconds since the epoch; missing when no record has one. */
    static final String FIRST_TIMESTAMP = "parquetry.timestamp.first";
    /** The largest timestamp. */
    static final String LAST_TIMESTAMP = "parquetry.timestamp.last";

    /** The largest offset before the first one that a file of the topic-partition holds; -1 where there is none. */
    static final String PREVIOUS_OFFSET = "parquetry.offset.previous";
    /** In its place: the largest before the first one that a file may hold which was open; none is between the two. */
    static final String OPEN_OFFSET = "parquetry.offset.previous.open";
    /** The offsets between the first and the last that closed files hold, as distances from the first. */
    static final String OTHER_OFFSETS = "parquetry.offset.others";
    /** Those that no file holds, in place of these where that is shorter; beside these, the rest is not known. */
    static final String ABSENT_OFFSETS = "parquetry.offset.absent";

    /** Longer sets are left out: then a reader cannot tell whether a file with offsets between these is missing. */
    private static final int OFFSETS_BYTES_MAX = 1 << 16;

    private FooterMetadata() {}

    /**
     * What a reader must know to find out that a file is missing.
     *
     * @param previous the largest offset before those of the file that a file holds; empty where that is not known
     * @param open the largest before them that may be in a file which was open; empty where that is not known
     * @param others offsets between those of the file that closed files hold
     * @param absent offsets between them that no file will hold
     * @param areComplete whether each offset between them is in the file, or in one of the sets
     */
    public static Map<String, String> ofNeighbours(
            OptionalLong previous, OptionalLong open, OffsetSet others, OffsetSet absent, boolean areComplete) {
        Map<String, String> keyValues = new LinkedHashMap<>();
        previous.ifPresent(offset -> keyValues.put(PREVIOUS_OFFSET, Long.toString(offset)));
        open.ifPresent(offset -> keyValues.put(OPEN_OFFSET, Long.toString(offset)));
        boolean saysOthers = !areComplete
                || others.isEmpty()
                || !absent.isEmpty() && others.serializedBytes() <= absent.serializedBytes();
        boolean saysAbsent = !areComplete || !saysOthers;
        if ((!saysOthers || isShort(others)) && (!saysAbsent || isShort(absent))) {
            if (saysOthers) {
                keyValues.put(OTHER_OFFSETS, others.format());
            }
            if (saysAbsent) {
                keyValues.put(ABSENT_OFFSETS, absent.format());
            }
        }
        return keyValues;
    }

    /**
     * The offsets that no file of the topic-partition holds, between those of a file and before them, as far as its
     * footer says; may overlap.
     *
     * @param own the offsets of the file
     */
    public static List<OffsetSet> absent(FileMetadata footer, OffsetSet own) {
        OptionalLong first = number(footer, FIRST_OFFSET);
        OptionalLong last = number(footer, LAST_OFFSET);
        if (first.isEmpty() || last.isEmpty()) {
            return List.of();
        }
        long base = first.getAsLong();
        List<OffsetSet> found = new ArrayList<>();
        OptionalLong closed = number(footer, PREVIOUS_OFFSET);
        OptionalLong previous = closed.isPresent() ? closed : number(footer, OPEN_OFFSET);
        if (previous.isPresent() && base - previous.getAsLong() <= OffsetSet.DISTANCE_MAX) {
            found.add(OffsetSet.without(previous.getAsLong() + 1, base, List.of()));
        }
        Optional<OffsetSet> others = offsets(footer, OTHER_OFFSETS, base);
        Optional<OffsetSet> absent = offsets(footer, ABSENT_OFFSETS, base);
        absent.ifPresent(found::add);
        if (others.isPresent() && absent.isEmpty()) {
            found.add(OffsetSet.without(base, last.getAsLong() + 1, List.of(own, others.get())));
        }
        return found;
    }

    /**
     * Offsets from the first to the last of a file of which each is in the file or in none, as its footer says; empty
     * where it does not. They are those of the file if there are as many as it has rows.
     */
    public static Optional<OffsetSet> ownOrAbsent(FileMetadata footer, long first, long last) {
        Optional<OffsetSet> others = offsets(footer, OTHER_OFFSETS, first);
        Optional<OffsetSet> absent = offsets(footer, ABSENT_OFFSETS, first);
        List<OffsetSet> without = new ArrayList<>();
        others.ifPresent(without::add);
        absent.ifPresent(without::add);
        OffsetSet rest = OffsetSet.without(first, last + 1, without);
        boolean saysOthers = others.isPresent() && absent.isEmpty();
        return saysOthers || rest.count() == footer.rows() ? Optional.of(rest) : Optional.empty();
    }

    private static Optional<OffsetSet> offsets(FileMetadata footer, String key, long base) {
        try {
            return footer.keyValue(key).map(text -> OffsetSet.parse(base, text));
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static OptionalLong number(FileMetadata footer, String key) {
        String text = footer.keyValue(key).orElse("");
        return text.matches("-1|[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static boolean isShort(OffsetSet offsets) {
        return offsets.isEmpty() || offsets.serializedBytes() <= OFFSETS_BYTES_MAX;
    }

    /** The name of the connector that has written a file; empty where the footer does not say. */
    public static Optional<String> connector(FileMetadata footer) {
        return footer.keyValue(CONNECTOR);
    }

    /** Where the records come from, and the metadata that the user configured. */
    public static Map<String, String> of(SinkSettings settings, TopicPartition partition) {
        Map<String, String> keyValues = new LinkedHashMap<>();
        keyValues.put(CONNECTOR, settings.connector());
        keyValues.put(TOPIC, partition.topic());
        keyValues.put(PARTITION, Integer.toString(partition.partition()));
        keyValues.putAll(settings.parquet().keyValues());
        return keyValues;
    }

    public static Map<String, String> ofRecords(
            long firstOffset,
            long lastOffset,
            long records,
            OptionalLong firstTimestampMs,
            OptionalLong lastTimestampMs) {
        Map<String, String> keyValues = new LinkedHashMap<>();
        keyValues.put(FIRST_OFFSET, Long.toString(firstOffset));
        keyValues.put(LAST_OFFSET, Long.toString(lastOffset));
        keyValues.put(RECORDS, Long.toString(records));
        firstTimestampMs.ifPresent(timestamp -> keyValues.put(FIRST_TIMESTAMP, Long.toString(timestamp)));
        lastTimestampMs.ifPresent(timestamp -> keyValues.put(LAST_TIMESTAMP, Long.toString(timestamp)));
        return keyValues;
    }
}

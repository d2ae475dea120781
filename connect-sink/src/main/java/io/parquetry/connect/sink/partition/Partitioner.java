package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.template.NameText;
import io.parquetry.connect.sink.partition.PathPart.Placeholder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Computes the directory of a record below its topic's directory, by a {@link PathTemplate}. One for each task; one
 * thread at a time.
 *
 * <p>Paths are cached in a tree whose branches are the values of the placeholders, in their order: a cached path
 * costs a hash lookup for each placeholder and no formatting. Only values of valid paths are cached, {@link
 * #PATHS_MAX} paths, so that neither long values nor many values hold memory.
 */
public final class Partitioner {
    static final int PATHS_MAX = 4_096;
    private static final int PATH_BYTES_MAX = 2_048;

    private final List<List<PathPart>> directories;
    private final List<Slot> slots = new ArrayList<>();
    private final ToLongFunction<SinkRecord> timestampMs;
    private final boolean readsTime;
    private final LocalMoment moment;

    private Object[] lastValues;
    private Object[] current;
    private String lastPath;
    private Branch root = new Branch();
    private int paths;

    /** A placeholder at its place in the template. */
    private static final class Slot {
        private final Placeholder placeholder;
        private final Optional<TimeText> time;
        private final Set<Object> values = new HashSet<>();
        private int valuesAtLeast;

        Slot(Placeholder placeholder, TimeSettings settings) {
            this.placeholder = placeholder;
            this.time = placeholder instanceof PathPart.OfTime ofTime
                    ? Optional.of(new TimeText(ofTime, settings))
                    : Optional.empty();
        }

        /** The value of the placeholder, or null. Equal values have the same text. */
        Object value(SinkRecord record, LocalMoment moment) {
            try {
                return placeholder instanceof PathPart.OfRecord ofRecord
                        ? ofRecord.value().apply(record)
                        : time.orElseThrow().text(moment);
            } catch (DataException e) {
                throw new DataException(placeholder.text() + ": " + e.getMessage(), e);
            }
        }
    }

    /** A node of the tree; a node behind all values has a path. */
    private static final class Branch {
        private final Map<Object, Branch> next = new HashMap<>();
        private String path;
    }

    /**
     * A placeholder and how many values it had.
     *
     * @param placeholder as it is written in the template
     * @param valuesAtLeast a lower bound of the number of its values
     */
    public record ValueCount(String placeholder, int valuesAtLeast) {}

    Partitioner(PathTemplate template, Clock clock) {
        this.directories = template.directories();
        this.readsTime = template.readsTime();
        this.timestampMs = template.time().extractor(clock);
        this.moment = new LocalMoment(template.time().zone());
        for (List<PathPart> directory : directories) {
            for (PathPart part : directory) {
                if (part instanceof Placeholder placeholder) {
                    slots.add(new Slot(placeholder, template.time()));
                }
            }
        }
        this.lastValues = new Object[slots.size()];
        this.current = new Object[slots.size()];
    }

    /**
     * The directory, as a path below the topic's. The same values give the same object as long as they are cached.
     *
     * @throws DataException when the record lacks a value, or a value cannot be part of a path
     */
    public String directory(SinkRecord record) {
        if (readsTime) {
            moment.set(timestampMs.applyAsLong(record));
        }
        boolean same = lastPath != null;
        for (int i = 0; i < current.length; i++) {
            current[i] = slots.get(i).value(record, moment);
            same = same && Objects.equals(current[i], lastValues[i]);
        }
        if (!same) {
            lastPath = cachedPath();
            Object[] values = lastValues;
            lastValues = current;
            current = values;
        }
        return lastPath;
    }

    private String cachedPath() {
        Branch branch = root;
        for (int i = 0; i < current.length && branch != null; i++) {
            branch = branch.next.get(current[i]);
        }
        if (branch != null && branch.path != null) {
            return branch.path;
        }
        String path = path();
        cache(path);
        return path;
    }

    private void cache(String path) {
        if (paths >= PATHS_MAX) {
            root = new Branch();
            paths = 0;
            slots.forEach(slot -> slot.values.clear());
        }
        Branch branch = root;
        for (int i = 0; i < current.length; i++) {
            Slot slot = slots.get(i);
            slot.values.add(current[i]);
            slot.valuesAtLeast = Math.max(slot.valuesAtLeast, slot.values.size());
            branch = branch.next.computeIfAbsent(current[i], value -> new Branch());
        }
        branch.path = path;
        paths++;
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        int slot = 0;
        for (List<PathPart> directory : directories) {
            StringBuilder name = new StringBuilder();
            int from = slot;
            for (PathPart part : directory) {
                if (part instanceof PathPart.Fixed fixed) {
                    name.append(fixed.name());
                } else {
                    DirectoryName.appendValue(name, NameText.text(current[slot++]));
                }
            }
            path.append(path.isEmpty() ? "" : "/").append(requireName(DirectoryName.finish(name), from, slot));
        }
        return requirePath(path.toString());
    }

    private String requireName(String name, int fromSlot, int toSlot) {
        if (!StoragePath.isName(name)) {
            throw new DataException(placeholders(fromSlot, toSlot) + ": \"" + beginning(name)
                    + "\" cannot be the name of a directory: it has " + bytes(name)
                    + " bytes where at most 255 are allowed, or it is not valid Unicode");
        }
        return name;
    }

    private String requirePath(String path) {
        if (bytes(path) > PATH_BYTES_MAX) {
            throw new DataException(placeholders(0, slots.size()) + ": the path \"" + beginning(path) + "\" has "
                    + bytes(path) + " bytes; at most " + PATH_BYTES_MAX + " are allowed");
        }
        return path;
    }

    private String placeholders(int from, int to) {
        return String.join(
                ", ",
                slots.subList(from, to).stream()
                        .map(slot -> slot.placeholder.text())
                        .toList());
    }

    private static String beginning(String text) {
        return text.length() > 50 ? text.substring(0, 50) + "..." : text;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The placeholder with the most values; empty when none has had two values. */
    public Optional<ValueCount> mostDistinct() {
        Slot most = null;
        for (Slot slot : slots) {
            if (slot.valuesAtLeast > 1 && (most == null || slot.valuesAtLeast > most.valuesAtLeast)) {
                most = slot;
            }
        }
        return Optional.ofNullable(most).map(slot -> new ValueCount(slot.placeholder.text(), slot.valuesAtLeast));
    }
}

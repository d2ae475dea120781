package io.parquetry.cli.table;

import io.parquetry.cli.console.NumberText;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.kafka.common.TopicPartition;

/** Which records the newest snapshot of a table has, and in which files. */
final class TableContents {
    private final Storage storage;
    private final Optional<Table.State> table;
    private final List<Table.Content> files = new ArrayList<>();
    private final List<Table.Content> deletes = new ArrayList<>();
    private final Map<TopicPartition, OfPartition> partitions = new HashMap<>();

    /** What could not be read or told. */
    private final List<Fault> faults = new ArrayList<>();

    /** @param of the only topic-partition whose records the file has; empty where that is not known */
    private record Fault(Optional<TopicPartition> of, String text) {}

    /** What the table has of a topic-partition. */
    static final class OfPartition {
        private final PartitionOffsets present = new PartitionOffsets();
        private final PartitionOffsets doubled = new PartitionOffsets();

        /** In no file, as footers say. */
        private final PartitionOffsets absent = new PartitionOffsets();

        /** In one file of the table, or in none. */
        private final PartitionOffsets presentOrAbsent = new PartitionOffsets();

        private long records;
        private long first = Long.MAX_VALUE;
        private long last = -1;

        PartitionOffsets doubled() {
            return doubled;
        }

        long records() {
            return records;
        }

        /** The smallest offset; there must be a record. */
        long first() {
            return first;
        }

        /** The largest offset; there must be a record. */
        long last() {
            return last;
        }

        /** The offsets before the end that are neither in the table nor known to be in no file. */
        List<PartitionOffsets.Range> gaps(long end) {
            return PartitionOffsets.gaps(first, end, List.of(present, absent, presentOrAbsent));
        }

        private void add(long offset) {
            if (!present.add(offset)) {
                doubled.add(offset);
            }
            records++;
            first = Math.min(first, offset);
            last = Math.max(last, offset);
        }

        private void add(OffsetSet some, DataFileName file, long rows) {
            presentOrAbsent.addAll(some);
            records += rows;
            first = Math.min(first, file.firstOffset());
            last = Math.max(last, file.lastOffset());
        }
    }

    /** @param table empty before it is created */
    TableContents(Storage storage, Optional<Table.State> table) throws IOException {
        this.storage = storage;
        this.table = table;
        if (table.isPresent()) {
            table.get().files(file -> (file.isDelete() ? deletes : files).add(file));
        }
        files.sort(Comparator.comparing(Table.Content::location));
    }

    /** The data files. */
    List<Table.Content> files() {
        return files;
    }

    /** The files that delete rows of others. */
    List<Table.Content> deletes() {
        return deletes;
    }

    long bytes() {
        return files.stream().mapToLong(Table.Content::bytes).sum();
    }

    List<String> faults() {
        return faults.stream().map(Fault::text).toList();
    }

    /** Those of files that may have records of a topic-partition. */
    List<String> faults(TopicPartition partition) {
        return faults.stream()
                .filter(fault -> fault.of().isEmpty() || fault.of().get().equals(partition))
                .map(Fault::text)
                .toList();
    }

    private void fault(Table.Content file, String what) {
        faults.add(new Fault(name(file).map(TableContents::partition), file.location() + ": " + what));
    }

    OfPartition of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, absent -> new OfPartition());
    }

    /**
     * Reads the offsets of data files.
     *
     * @param progress is told how many bytes are done
     */
    void read(List<Table.Content> some, LongConsumer progress) throws IOException {
        long bytes = 0;
        for (Table.Content file : some) {
            Optional<DataFileName> name = name(file);
            try {
                FileOffsets.Found found =
                        visit(file, (partition, offset) -> of(partition).add(offset));
                found.absent().forEach(set -> name.ifPresent(each -> absent(each, set)));
                found.ownOrAbsent()
                        .ifPresent(set -> of(partition(name.orElseThrow())).add(set, name.get(), file.rows()));
                report(file, found, name);
            } catch (NoSuchFileException e) {
                fault(file, "is in the table and gone from the storage");
            } catch (ParquetException e) {
                fault(file, "cannot be read: " + e.getMessage());
            }
            bytes += file.bytes();
            progress.accept(bytes);
        }
    }

    private void absent(DataFileName name, OffsetSet set) {
        of(partition(name)).absent.addAll(set);
    }

    private void report(Table.Content file, FileOffsets.Found found, Optional<DataFileName> name) {
        String rows = NumberText.counted(file.rows(), "row");
        if (!found.isKnown()) {
            fault(
                    file,
                    "has no columns _kafka.topic, partition and offset"
                            + name.map(each -> ", and its footer does not say which offsets from " + each.firstOffset()
                                            + " to " + each.lastOffset() + " its " + rows + " have")
                                    .orElse("; its " + rows + " cannot be checked"));
        } else if (found.rowsWithout() > 0) {
            fault(file, NumberText.counted(found.rowsWithout(), "row") + " without _kafka.offset cannot be checked");
        }
    }

    private static TopicPartition partition(DataFileName name) {
        return new TopicPartition(name.topic(), name.partition());
    }

    private static Optional<DataFileName> name(Table.Content file) {
        return file.path().flatMap(path -> DataFileName.parse(StoragePath.name(path)));
    }

    private FileOffsets.Found visit(Table.Content file, FileOffsets.Visitor visitor) throws IOException {
        InputFile in = file.path().isPresent()
                ? storage.open(file.path().get())
                : table.orElseThrow().open(file);
        try (ParquetReader reader = ParquetReader.open(in, ReaderOptions.DEFAULT)) {
            return new FileOffsets(reader, name(file), table).visit(visitor);
        }
    }

    /** For each file the offsets of a topic-partition that the table has more than once. */
    Map<String, PartitionOffsets> doubled(TopicPartition partition) throws IOException {
        PartitionOffsets doubled = of(partition).doubled;
        Map<String, PartitionOffsets> found = new LinkedHashMap<>();
        for (Table.Content file : files) {
            PartitionOffsets here = new PartitionOffsets();
            try {
                visit(file, (of, offset) -> {
                    if (of.equals(partition) && doubled.contains(offset)) {
                        here.add(offset);
                    }
                });
            } catch (NoSuchFileException | ParquetException e) {
                continue; // Is among the faults.
            }
            if (!here.isEmpty()) {
                found.put(file.location(), here);
            }
        }
        return found;
    }

    /**
     * Adds a file that the table is to get, if the table has none of its offsets.
     *
     * @return offsets that it has; empty when the file was added
     */
    Optional<PartitionOffsets.Range> take(DataFileName name, String path, long bytes) throws IOException {
        OfPartition has = of(partition(name));
        PartitionOffsets own = offsets(name, path, bytes);
        for (PartitionOffsets.Range range : own.ranges()) {
            for (long at = range.first(); at <= range.last(); at++) {
                if (has.present.contains(at) || has.presentOrAbsent.contains(at)) {
                    return Optional.of(new PartitionOffsets.Range(at, at));
                }
            }
        }
        own.ranges().forEach(has.present::add);
        return Optional.empty();
    }

    /** Whether the table has each offset of a file, or gets each with the files that were added. */
    boolean hasAll(DataFileName name, String path, long bytes) throws IOException {
        List<PartitionOffsets.Range> ranges;
        try {
            ranges = offsets(name, path, bytes).ranges();
        } catch (ParquetException unreadable) {
            ranges = List.of(new PartitionOffsets.Range(name.firstOffset(), name.lastOffset()));
        }
        List<PartitionOffsets> present = List.of(of(partition(name)).present);
        return ranges.stream()
                .allMatch(range -> PartitionOffsets.gaps(range.first(), range.last() + 1, present)
                        .isEmpty());
    }

    /** All offsets that a file may have. */
    private PartitionOffsets offsets(DataFileName name, String path, long bytes) throws IOException {
        Table.Content file = new Table.Content(path, Optional.of(path), 0, bytes, false);
        PartitionOffsets own = new PartitionOffsets();
        FileOffsets.Found found = visit(file, (partition, offset) -> own.add(offset));
        found.ownOrAbsent().ifPresent(own::addAll);
        if (!found.isKnown()) {
            own.add(new PartitionOffsets.Range(name.firstOffset(), name.lastOffset()));
        }
        return own;
    }

    /** Learns from a file that the table does not have which offsets are in no file. */
    PartitionOffsets learn(DataFileName name, String path, long bytes) throws IOException {
        PartitionOffsets own = new PartitionOffsets();
        Table.Content file = new Table.Content(path, Optional.of(path), 0, bytes, false);
        try {
            visit(file, (partition, offset) -> own.add(offset)).absent().forEach(set -> absent(name, set));
        } catch (NoSuchFileException | ParquetException e) {
            return own;
        }
        return own;
    }
}

package io.parquetry.cli.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files that the sink has published, and the records in them. Records are counted in the file and not taken from
 * its name. A published file never changes, so each is read once.
 */
final class PublishedFiles {

    private static final String PARTITION = "_kafka.partition";
    private static final String OFFSET = "_kafka.offset";

    private final Path directory;
    private final SortedSet<Path> files = new TreeSet<>();
    private final SortedMap<Integer, BitSet> offsets = new TreeMap<>();
    private long records;
    private long bytes;

    /** @param directory the topic's directory, which the sink creates with its first file */
    PublishedFiles(Path directory) {
        this.directory = directory;
    }

    /** Reads the files that are new since the last scan. */
    void scan() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> found;
        try (Stream<Path> tree = Files.walk(directory)) {
            found = tree.filter(path -> path.getFileName().toString().endsWith(".parquet"))
                    .toList();
        }
        for (Path file : found) {
            if (files.add(file)) {
                read(file);
            }
        }
    }

    private void read(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            ColumnCursor partition = reader.column(reader.schema().leaf(PARTITION));
            ColumnCursor offset = reader.column(reader.schema().leaf(OFFSET));
            while (partition.next() && offset.next()) {
                add(file, (Integer) partition.value(), (Long) offset.value());
            }
            bytes += Files.size(file);
        }
    }

    private void add(Path file, int partition, long offset) {
        BitSet seen = offsets.computeIfAbsent(partition, ignored -> new BitSet());
        int index = Math.toIntExact(offset);
        if (seen.get(index)) {
            throw new CommandException(file + ": holds offset " + NumberText.grouped(offset) + " of partition "
                    + partition + ", which another file holds too; every record must be in one file only");
        }
        seen.set(index);
        records++;
    }

    /** Distinct records in all files. */
    long records() {
        return records;
    }

    long bytes() {
        return bytes;
    }

    /** All files, ordered by name. */
    List<Path> files() {
        return new ArrayList<>(files);
    }
}

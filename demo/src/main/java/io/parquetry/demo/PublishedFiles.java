package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The files that the sink has published, and the records in them. Records are counted in the file and not taken from
 * its name. A published file never changes, so each is read once.
 */
final class PublishedFiles {

    private static final String PARTITION = "_kafka.partition";
    private static final String OFFSET = "_kafka.offset";

    private final Storage storage;
    private final String directory;
    private final SortedSet<String> files = new TreeSet<>();
    private final SortedMap<Integer, BitSet> offsets = new TreeMap<>();
    private long records;
    private long bytes;

    /** @param directory the topic's directory, which the sink creates with its first file */
    PublishedFiles(Storage storage, String directory) {
        this.storage = storage;
        this.directory = directory;
    }

    /** Reads the files that are new since the last scan. */
    void scan() throws IOException {
        if (!storage.isDirectory(directory)) {
            return;
        }
        List<StoredFile> found = new ArrayList<>();
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (DataFileName.parse(file.name()).isPresent()) {
                    found.add(file);
                }
            }

            @Override
            public boolean enter(String path) {
                return true;
            }
        });
        for (StoredFile file : found) {
            if (files.add(file.path())) {
                read(file);
            }
        }
    }

    private void read(StoredFile file) throws IOException {
        try (ParquetReader reader = open(file.path())) {
            ColumnCursor partition = reader.column(reader.schema().leaf(PARTITION));
            ColumnCursor offset = reader.column(reader.schema().leaf(OFFSET));
            while (partition.next() && offset.next()) {
                add(file.path(), (Integer) partition.value(), (Long) offset.value());
            }
            bytes += file.bytes();
        }
    }

    ParquetReader open(String file) throws IOException {
        return ParquetReader.open(storage.open(file), ReaderOptions.DEFAULT);
    }

    private void add(String file, int partition, long offset) {
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

    /** The paths of all files in the storage, ordered by name. */
    List<String> files() {
        return new ArrayList<>(files);
    }
}

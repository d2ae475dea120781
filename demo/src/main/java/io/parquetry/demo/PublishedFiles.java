package io.parquetry.demo;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The files that the sink has published, and the records in them. A published file never changes, so each is read once.
 */
final class PublishedFiles {

    private final Storage storage;
    private final String directory;
    private final SortedSet<String> files = new TreeSet<>();
    private final RecordPlaces places = new RecordPlaces();
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
            places.add(file.path(), reader);
            bytes += file.bytes();
        }
    }

    ParquetReader open(String file) throws IOException {
        return ParquetReader.open(storage.open(file), ReaderOptions.DEFAULT);
    }

    /** Distinct records in all files. */
    long records() {
        return places.records();
    }

    long bytes() {
        return bytes;
    }

    /** The paths of all files in the storage, ordered by name. */
    List<String> files() {
        return new ArrayList<>(files);
    }
}

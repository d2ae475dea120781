package io.parquetry.connect.sink;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The visible files on a disk, and the other files. */
final class Published {
    private final MemoryDisk disk;

    Published(MemoryDisk disk) {
        this.disk = disk;
    }

    /** Paths of the visible files. */
    List<String> paths() {
        return disk.files().keySet().stream()
                .filter(path -> !path.contains(LedgerDirectory.ROOT + "/"))
                .toList();
    }

    List<String> names() {
        return paths().stream().map(StoragePath::name).toList();
    }

    FileMetadata footer(String path) throws IOException {
        try (ParquetReader reader = open(path)) {
            return reader.metadata();
        }
    }

    private ParquetReader open(String path) throws IOException {
        return ParquetReader.open(
                new MemoryInputFile(path, disk.files().get(path)),
                ReaderOptions.builder()
                        .checksums(ReaderOptions.Checksums.VERIFY)
                        .build());
    }

    List<Map<?, ?>> rows(String path) throws IOException {
        List<Map<?, ?>> rows = new ArrayList<>();
        try (ParquetReader reader = open(path)) {
            RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder());
            while (records.next()) {
                rows.add(records.record());
            }
        }
        return rows;
    }

    /** The records of all files, in the order of their paths, as the source reads them. */
    List<StoredRecord> records() throws IOException {
        List<StoredRecord> all = new ArrayList<>();
        for (String path : paths()) {
            try (ParquetReader reader = open(path)) {
                RecordCursor<StoredRecord> records =
                        reader.records(StoredRows.of(reader.metadata()).builder());
                while (records.next()) {
                    all.add(records.record());
                }
            }
        }
        return all;
    }

    /** The field {@code id} of all rows of a topic-partition, in order. */
    List<Long> ids(String topic, int partition) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (String path : paths()) {
            DataFileName name = DataFileName.parse(StoragePath.name(path)).orElseThrow();
            if (name.topic().equals(topic) && name.partition() == partition) {
                rows(path).forEach(row -> ids.add((Long) row.get("id")));
            }
        }
        ids.sort(null);
        return ids;
    }

    /** Files that are neither visible nor the ledger's own. */
    List<String> leftovers() {
        return disk.files().keySet().stream()
                .filter(path -> path.startsWith(LedgerDirectory.ROOT))
                .filter(path ->
                        LedgerDirectory.sequenceOf(StoragePath.name(path)).isEmpty())
                .filter(path -> !StoragePath.name(path).equals(LedgerDirectory.BEGUN))
                .filter(path -> !StoragePath.name(path).endsWith(".connector"))
                .toList();
    }

    /** Entries of the ledger of a topic-partition. */
    List<String> entries(String connector, String topic, int partition) {
        String directory = new LedgerDirectory(connector, topic, partition).path();
        return disk.files().keySet().stream()
                .filter(path -> StoragePath.parent(path).equals(directory))
                .filter(path ->
                        LedgerDirectory.sequenceOf(StoragePath.name(path)).isPresent())
                .toList();
    }
}

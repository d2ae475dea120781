package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What a configuration would send: how many files and rows, and whether the first readable file has the selected
 * columns. A dry run sends nothing, and it can be ended early.
 */
public final class DryRun {
    private static final int FILES_MAX = 100_000;

    /** Checks the first selected row. */
    public interface RowCheck {
        void check(String path, long row, StoredRecord record);
    }

    private final SourceSettings settings;
    private final Storage storage;
    private final BooleanSupplier enough;
    private final List<DataFile> files = new ArrayList<>();
    private boolean allListed;
    private int opened;
    private long rows;

    /** @param enough whether to end the run; asked before each file */
    public DryRun(SourceSettings settings, Storage storage, BooleanSupplier enough) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.enough = Objects.requireNonNull(enough, "enough");
    }

    /** Ends the listing. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super(null, null, false, false);
        }
    }

    /** Lists the files. */
    public void list() throws IOException {
        Selection selection = new Selection(settings);
        try {
            new StorageScanner(storage, settings, new TaskAssignment(0, 1))
                    .scan(
                            file -> {
                                if (files.size() == FILES_MAX || enough.getAsBoolean()) {
                                    throw new Enough();
                                }
                                if (file.bytes() > 0 && !selection.leavesOut(file)) {
                                    files.add(file);
                                }
                                return false;
                            },
                            others -> {});
            allListed = true;
        } catch (Enough ended) {
            allListed = false;
        }
        files.sort(Comparator.comparing(DataFile::path));
    }

    /** The streams of the files that the Parquetry sink wrote. */
    public Set<SinkStream> streams() {
        Set<SinkStream> streams = new LinkedHashSet<>();
        files.forEach(file -> file.stream().ifPresent(streams::add));
        return streams;
    }

    /**
     * Reads the footers, and the first selected row of the first readable file. Files that cannot be read are passed
     * over: the task reports them.
     *
     * @throws org.apache.kafka.connect.errors.ConnectException when that file does not have the selected columns
     */
    public void read(RowCheck check) {
        Selection selection = new Selection(settings);
        boolean checked = false;
        for (DataFile file : files) {
            if (enough.getAsBoolean()) {
                return;
            }
            try (InputFile in = storage.open(file.path());
                    ParquetReader reader = ParquetReader.open(
                            new FileWithTail(in, FileTail.of(in).bytes()),
                            ReaderOptions.builder()
                                    .checksums(ReaderOptions.Checksums.VERIFY)
                                    .build())) {
                if (!checked) {
                    unite(selection, file, reader);
                    check(file, selection.rows(file, reader, 0), check);
                    checked = true;
                }
                rows += reader.metadata().rows();
                opened++;
            } catch (IOException | CorruptFileException | UnsupportedFeatureException unreadable) {
                opened++;
            }
        }
    }

    private static void unite(Selection selection, DataFile file, ParquetReader reader) {
        if (selection.unites()) {
            selection.unite(file, reader);
        }
    }

    private static void check(DataFile file, RecordCursor<StoredRecord> selected, RowCheck check) throws IOException {
        if (selected.next()) {
            check.check(file.path(), selected.row(), selected.record());
        }
    }

    /** Whether the whole listing has no file to send. */
    public boolean isEmpty() {
        return allListed && files.isEmpty();
    }

    /** The numbers of files and rows, for the log. */
    @Override
    public String toString() {
        return (allListed ? "" : "at least ") + files.size() + " files with "
                + (allListed && opened == files.size() ? "" : "at least ") + rows + " rows";
    }
}

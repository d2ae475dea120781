package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
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
 * A look at the files that a configuration means, before anything is sent: how many there are, how many rows they hold, and
 * whether the first of them that can be read has what is asked for. It goes on until somebody says that it is enough.
 */
public final class DirectorySample {
    private static final int FILES_MAX = 100_000;

    /** What is to be seen in the first row that is wanted. */
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

    /** @param enough is asked now and then */
    public DirectorySample(SourceSettings settings, Storage storage, BooleanSupplier enough) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.enough = Objects.requireNonNull(enough, "enough");
    }

    /** Ends a listing. */
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
            new Scanner(storage, settings, new TaskAssignment(0, 1))
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
        } catch (Enough soFar) {
            allListed = false;
        }
        files.sort(Comparator.comparing(DataFile::path));
    }

    /** The streams of our sink among the files. */
    public Set<Stream> streams() {
        Set<Stream> streams = new LinkedHashSet<>();
        files.forEach(file -> file.stream().ifPresent(streams::add));
        return streams;
    }

    /**
     * Reads the footers, and the first wanted row of the first file that can be read. What cannot be read is left to the
     * task.
     *
     * @throws org.apache.kafka.connect.errors.ConnectException when a file has not what is asked for
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
                            in,
                            FileTail.of(in).bytes(),
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

    private static void check(DataFile file, RecordCursor<StoredRecord> wanted, RowCheck check) throws IOException {
        if (wanted.next()) {
            check.check(file.path(), wanted.row(), wanted.record());
        }
    }

    /** What was seen, in words. */
    @Override
    public String toString() {
        return (allListed ? "" : "at least ") + files.size() + " files with "
                + (allListed && opened == files.size() ? "" : "at least ") + rows + " rows";
    }
}

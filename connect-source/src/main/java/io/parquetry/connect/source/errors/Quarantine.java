package io.parquetry.connect.source.errors;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.complete.Namesakes;
import io.parquetry.connect.source.discover.DataFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The directory that bad files are moved to. A file keeps its path there; its report has the same path and {@code .json}.
 *
 * <ol type="a">
 *   <li>The report is written first, before anything is sent that lies behind the file, and takes the name for both. So a
 *       file with a report that is still in its old place is one whose move was cut short, and is not taken for one that
 *       was sent.
 *   <li>Nothing is overwritten: a namesake gets a number.
 * </ol>
 */
final class Quarantine {
    private static final String REPORT = ".json";

    private final Storage storage;
    private final String directory;

    /** The places that are kept for files. */
    private final Map<BadFileReport.Subject, String> kept = new HashMap<>();

    Quarantine(Storage storage, String directory) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /** Finds the places that other tasks have kept for files and not filled. */
    void recover() throws IOException {
        Set<String> reports = new HashSet<>();
        Set<String> files = new HashSet<>();
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                (file.path().endsWith(REPORT) ? reports : files).add(file.path());
            }

            @Override
            public boolean enter(String path) {
                return true;
            }
        });
        for (String report : reports) {
            String place = report.substring(0, report.length() - REPORT.length());
            if (!files.contains(place)) {
                subject(report).ifPresent(file -> kept.put(file, place));
            }
        }
    }

    /** Keeps a place for a file by writing its report; one that was kept for it before, and not filled, stays as it is. */
    void keep(DataFile file, byte[] report) throws IOException {
        BadFileReport.Subject subject = BadFileReport.Subject.of(file);
        String wished = StoragePath.in(directory, file.path());
        for (int namesakes = 0; namesakes <= Namesakes.MAX; namesakes++) {
            String place = Namesakes.numbered(wished, namesakes);
            boolean free = storage.length(place).isEmpty();
            if (free
                    && (storage.createIfAbsent(place + REPORT, report)
                            || subject(place + REPORT).filter(subject::equals).isPresent())) {
                kept.put(subject, place);
                return;
            }
        }
        throw new IOException(wished + " has " + Namesakes.MAX + " namesakes; clear the directory");
    }

    private Optional<BadFileReport.Subject> subject(String report) throws IOException {
        try {
            return BadFileReport.subject(storage.read(report, BadFileReport.BYTES_MAX));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /** Whether a place is kept for the file as it is now. */
    boolean isKept(DataFile file) {
        return kept.containsKey(BadFileReport.Subject.of(file));
    }

    /**
     * Moves a file to the place that is kept for it.
     *
     * @return the place
     */
    String move(DataFile file) throws IOException {
        BadFileReport.Subject subject = BadFileReport.Subject.of(file);
        String place = Objects.requireNonNull(kept.get(subject), "a place for " + file.path());
        try {
            storage.publish(file.path(), place);
        } catch (NoSuchFileException gone) {
            // It was moved before, or somebody has taken it away; the report says what it was.
        }
        kept.remove(subject);
        return place;
    }
}

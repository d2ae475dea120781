package io.parquetry.connect.source.errors;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
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
 * The directory that bad files are moved to. A file keeps its path below it; its report has the same path and
 * {@code .json}.
 *
 * <ol type="a">
 *   <li>The report is written first, before any row after the lost ones is sent, and reserves the target path for the
 *       file. So a file that has a report and is still at its old path is one whose move was interrupted; it does not
 *       count as sent.
 *   <li>Nothing is overwritten: a file whose path is taken gets a number.
 * </ol>
 */
final class Quarantine {
    private static final String REPORT = ".json";

    private final Storage storage;
    private final String directory;

    /** For each file with a report, the path that the report reserves. */
    private final Map<BadFileReport.Subject, String> reserved = new HashMap<>();

    Quarantine(Storage storage, String directory) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /** Finds the paths that earlier tasks reserved for files that they did not move. */
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
            String target = report.substring(0, report.length() - REPORT.length());
            if (!files.contains(target)) {
                subject(report).ifPresent(file -> reserved.put(file, target));
            }
        }
    }

    /**
     * Reserves a path for a file by writing its report, unless an earlier report has reserved one.
     *
     * @return why there is no such path, where the name is too long for a report beside it; empty when there is
     */
    Optional<String> reserve(DataFile file, byte[] report) throws IOException {
        try {
            reservePath(file, report);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private void reservePath(DataFile file, byte[] report) throws IOException {
        BadFileReport.Subject subject = BadFileReport.Subject.of(file.stored());
        String wanted = StoragePath.in(directory, file.path());
        for (int number = 0; number <= NumberedPath.MAX; number++) {
            String target = NumberedPath.of(wanted, number);
            boolean isFree = storage.find(target).isEmpty();
            if (isFree
                    && (storage.createIfAbsent(target + REPORT, report)
                            || subject(target + REPORT).filter(subject::equals).isPresent())) {
                reserved.put(subject, target);
                return;
            }
        }
        throw new IOException(wanted + " and " + NumberedPath.MAX
                + " numbered paths like it are taken; remove files from the directory");
    }

    private Optional<BadFileReport.Subject> subject(String report) throws IOException {
        try {
            boolean canBeReport = storage.find(report)
                    .filter(file -> file.bytes() <= BadFileReport.BYTES_MAX)
                    .isPresent();
            return canBeReport
                    ? BadFileReport.subject(storage.read(report, BadFileReport.BYTES_MAX))
                    : Optional.empty();
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    /** Whether a path is reserved for the file as it is now. */
    boolean isReserved(DataFile file) {
        return reserved.containsKey(BadFileReport.Subject.of(file.stored()));
    }

    /**
     * Moves a file to the path that is reserved for it.
     *
     * @return the path
     */
    String move(DataFile file) throws IOException {
        BadFileReport.Subject subject = BadFileReport.Subject.of(file.stored());
        String target = Objects.requireNonNull(reserved.get(subject), "a reserved path for " + file.path());
        try {
            storage.rename(file.stored(), target);
        } catch (NoSuchFileException missing) {
            // It was moved before, or somebody removed it; the report remains.
        }
        reserved.remove(subject);
        return target;
    }
}

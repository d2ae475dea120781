package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.DirectoryFailure;
import io.parquetry.connect.source.read.FileTail;
import io.parquetry.connect.source.read.IncompleteFileException;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Where schemas are united, reads the footer of each file once, including files of other tasks and files that were
 * sent, so that the union of all schemas is known before the first row. Schemas are added in the order of modification
 * times, so that every task, also after a restart, computes the same union.
 *
 * <p>A file whose footer cannot be read is passed over; its defect is reported, or its schema added, when it is opened.
 * Where the storage fails at one file, the scan is tried again once, since the order of the schemas would be another
 * without it; then the file is passed over as well, at each scan until it can be read.
 */
final class SchemaUnionScan {
    private static final Log LOG = Log.of(SchemaUnionScan.class);
    private static final int CONFLICTS_SHOWN_MAX = 10;

    private final Storage storage;
    private final Selection selection;
    private final CompactFileSet scanned = new CompactFileSet();
    private final List<DataFile> toScan = new ArrayList<>();
    private final List<String> conflicts = new ArrayList<>();

    /** The files at which the storage failed when they were read last. */
    private final Set<String> failing = new HashSet<>();

    private boolean conflictsFailTask;

    /** @param conflictsFailTask whether schemas without a union fail the task at the first scan */
    SchemaUnionScan(Storage storage, Selection selection, boolean conflictsFailTask) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.conflictsFailTask = conflictsFailTask;
    }

    /** Begins a scan of the storage. */
    void beginScan() {
        toScan.clear();
    }

    /**
     * Takes a file that the scan lists. Files that the Parquetry sink wrote have their schemas in their own footers.
     */
    void visit(DataFile file, long nowMs) {
        if (selection.unites() && file.name().isEmpty() && !scanned.refresh(file, nowMs)) {
            toScan.add(file);
        }
    }

    /**
     * Adds the schemas of the files that this scan listed and earlier ones did not. As there may be many, it can be
     * ended early.
     *
     * @return whether all were added
     * @throws IOException when the storage fails, or fails at a file for the first time
     * @throws ConfigMismatchException at the first scan, when schemas have no union and that fails the task; after the
     *     first scan, the conflict is reported when the file is opened
     */
    boolean finishScan(long nowMs, BooleanSupplier stopping) throws IOException {
        toScan.sort(Comparator.comparingLong(DataFile::modifiedMs).thenComparing(DataFile::path));
        failing.retainAll(toScan.stream().map(DataFile::path).toList());
        IOException failure = null;
        for (DataFile file : toScan) {
            if (stopping.getAsBoolean()) {
                return false;
            }
            try {
                add(file);
                scanned.add(file, nowMs);
                failing.remove(file.path());
            } catch (IOException e) {
                failure = firstFailure(file, e) ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        if (conflictsFailTask && !conflicts.isEmpty()) {
            throw new ConfigMismatchException(
                    ValueSchemaSettings.SCHEMA_MERGE,
                    "schema.merge=union, but not all files have a union: " + shown()
                            + ". Leave files out by path.exclude, send them to other topics, or set"
                            + " schema.merge=per-file");
        }
        conflictsFailTask = false;
        conflicts.clear();
        return true;
    }

    /** Whether the storage has not failed at this file before; throws the failure if it is the storage's. */
    private boolean firstFailure(DataFile file, IOException failure) throws IOException {
        if (!DirectoryFailure.canBeListed(storage, failure)) {
            throw failure;
        }
        boolean isFirst = failing.add(file.path());
        if (isFirst) {
            LOG.warn(
                    "The schema of {} is not known: {}",
                    file.path(),
                    failure + ". It is tried again at every scan, and from the next one on others are sent meanwhile");
        }
        return isFirst;
    }

    private void add(DataFile file) throws IOException {
        try (InputFile in = storage.open(file.path());
                ParquetReader reader =
                        ParquetReader.open(new FileWithTail(in, FileTail.of(in).bytes()), ReaderOptions.DEFAULT)) {
            selection.unite(file, reader);
        } catch (IncompleteFileException | NoSuchFileException | AccessDeniedException e) {
            LOG.debug("{} has no schema yet: {}", file.path(), e.toString());
        } catch (UnsupportedFeatureException e) {
            conflicts.add(e.getMessage());
        } catch (ParquetException e) {
            LOG.warn("The schema of {} is not known: {}", file.path(), e.getMessage());
        }
    }

    private String shown() {
        int more = conflicts.size() - CONFLICTS_SHOWN_MAX;
        return String.join("; ", conflicts.subList(0, Math.min(CONFLICTS_SHOWN_MAX, conflicts.size())))
                + (more > 0 ? "; and " + more + " more" : "");
    }
}

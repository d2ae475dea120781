package io.parquetry.connect.source.read;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.SchemaKeys;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where schemas are united, reads the footer of each file once, also of those that other tasks send or that were sent, so that the union of all
 * schemas is known before the first row. Files are taken in by the time of their last change: so every task, and one that
 * is started again, comes to the same union.
 *
 * <p>A file whose footer cannot be read is left to whoever opens it.
 */
final class SchemaUnionScan {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaUnionScan.class);
    private static final int FAULTS_SHOWN_MAX = 10;

    private final Storage storage;
    private final Selection selection;
    private final DoneFiles counted = new DoneFiles();
    private final List<DataFile> toCount = new ArrayList<>();
    private final List<String> misfits = new ArrayList<>();
    private boolean misfitsAreFatal;

    /** @param badFilesAreFatal whether files that have no union fail the task at once, or are left to who opens them */
    SchemaUnionScan(Storage storage, Selection selection, boolean badFilesAreFatal) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.misfitsAreFatal = badFilesAreFatal;
    }

    /** A new look at the files begins. */
    void begin() {
        toCount.clear();
    }

    /** Notes a file that there is. Files with our sink's names bring their schemas with them. */
    void see(DataFile file, long nowMs) {
        if (selection.unites() && file.name().isEmpty() && !counted.see(file, nowMs)) {
            toCount.add(file);
        }
    }

    /**
     * Takes in the files that were seen in this look and not before. There may be many, so this can be ended early.
     *
     * @return whether all were taken in
     * @throws MisfitException at the first look, when files have no union and that is fatal; later it is for whoever opens
     *     the file to say
     */
    boolean take(long nowMs, BooleanSupplier stopping) throws IOException {
        toCount.sort(Comparator.comparingLong(DataFile::modifiedMs).thenComparing(DataFile::path));
        for (DataFile file : toCount) {
            if (stopping.getAsBoolean()) {
                return false;
            }
            take(file);
            counted.add(file, nowMs);
        }
        if (misfitsAreFatal && !misfits.isEmpty()) {
            throw new ConfigMismatchException(
                    SchemaKeys.SCHEMA_MERGE,
                    "schema.merge=union, but not all files have a union: " + shown()
                            + ". Leave files out by path.exclude, send them to other topics, or set"
                            + " schema.merge=per-file");
        }
        misfitsAreFatal = false;
        misfits.clear();
        return true;
    }

    private void take(DataFile file) throws IOException {
        try (InputFile in = storage.open(file.path());
                ParquetReader reader = ParquetReader.open(in, FileTail.of(in).bytes(), ReaderOptions.DEFAULT)) {
            selection.unite(file, reader);
        } catch (IncompleteFileException | NoSuchFileException e) {
            LOG.debug("{} has no schema yet: {}", file.path(), e.getMessage());
        } catch (UnsupportedFeatureException e) {
            misfits.add(e.getMessage());
        } catch (ParquetException e) {
            LOG.warn("The schema of {} is not known: {}", file.path(), e.getMessage());
        }
    }

    private String shown() {
        int more = misfits.size() - FAULTS_SHOWN_MAX;
        return String.join("; ", misfits.subList(0, Math.min(FAULTS_SHOWN_MAX, misfits.size())))
                + (more > 0 ? "; and " + more + " more" : "");
    }
}

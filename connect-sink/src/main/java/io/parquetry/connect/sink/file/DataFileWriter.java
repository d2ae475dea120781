package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A {@link ParquetWriter} on a temporary file. It is closed in one of three ways: durably, to be published; into a
 * spill file, or unsynced in its own file, to be read again; or it is abandoned.
 */
public final class DataFileWriter {
    private static final Log LOG = Log.of(DataFileWriter.class);

    private final Storage storage;
    private final FileSchema schema;
    private final LazyOutputFile out;
    private final ParquetWriter<SinkRecord> parquet;

    private DataFileWriter(Storage storage, FileSchema schema, LazyOutputFile out, ParquetWriter<SinkRecord> parquet) {
        this.storage = storage;
        this.schema = schema;
        this.out = out;
        this.parquet = parquet;
    }

    static DataFileWriter open(
            Storage storage,
            String temporaryPath,
            FileSchema schema,
            RecordLayout layout,
            ParquetSettings settings,
            EncodingHints hints)
            throws IOException {
        LazyOutputFile out = new LazyOutputFile(storage, temporaryPath);
        ParquetWriter<SinkRecord> parquet = ParquetWriter.create(
                out,
                layout.schema(),
                layout.walker(),
                settings.optionsFor(layout.schema()).toBuilder()
                        .encodingHints(hints)
                        .build());
        return new DataFileWriter(storage, schema, out, parquet);
    }

    /** Takes the rows; a record must have been brought to {@link #schema} before. */
    public ParquetWriter<SinkRecord> parquet() {
        return parquet;
    }

    public FileSchema schema() {
        return schema;
    }

    public Storage storage() {
        return storage;
    }

    public String temporaryPath() {
        return out.name();
    }

    /** The output under the temporary path. */
    public OutputFile output() {
        return out;
    }

    public long rows() {
        return parquet.rows();
    }

    public long retainedBytes() {
        return parquet.retainedBytes();
    }

    /** Bytes in the output and in memory, an O(1) bound of the length. */
    public long heldBytes() {
        return out.position() + parquet.retainedBytes();
    }

    /** Whether the temporary file may exist in the storage: creating it has at least begun. */
    public boolean isOnStorage() {
        return out.isBegun();
    }

    /**
     * Length of a closed file.
     *
     * @param bytes all of it
     * @param dataBytes without footer and indexes
     */
    public record Length(long bytes, long dataBytes) {}

    /** Writes the rows and the footer into another output and closes; the temporary file must not have been created. */
    public Length closeInto(OutputFile other) throws IOException {
        out.redirectTo(other);
        return closeUnsynced();
    }

    /** Writes the footer and closes the file without a sync. */
    public Length closeUnsynced() throws IOException {
        putKeyValues(Map.of());
        FileMetadata footer = parquet.finish();
        long bytes = out.position();
        parquet.close();
        long dataBytes = footer.rowGroups().stream()
                .mapToLong(rowGroup -> rowGroup.compressedBytes().orElseThrow())
                .sum();
        return new Length(bytes, dataBytes);
    }

    /**
     * A file that is closed for good.
     *
     * @param bytes its length
     */
    public record Closed(long bytes, Staging staging) {}

    /**
     * Closes the file durably: writes the footer, stages the file, compares the length and reads the footer again.
     *
     * @param keyValues key-value metadata beside the schemas of the records
     * @param path where the file is to be published
     */
    public Closed closeDurably(Map<String, String> keyValues, String path) throws IOException {
        putKeyValues(keyValues);
        parquet.finish();
        long bytes = out.position();
        Staging staging = out.stage(path);
        try {
            parquet.close();
            requireWhole(bytes);
        } catch (IOException | RuntimeException e) {
            staging.cancel();
            throw e;
        }
        return new Closed(bytes, staging);
    }

    private void putKeyValues(Map<String, String> keyValues) {
        schema.layout().keyValueMetadata().forEach(parquet::putKeyValue);
        keyValues.forEach(parquet::putKeyValue);
    }

    private void requireWhole(long bytes) throws IOException {
        String path = temporaryPath();
        Optional<StoredFile> found = storage.find(path);
        if (found.isEmpty() || found.get().bytes() != bytes) {
            throw new IOException(path + " in " + storage.url() + ": " + bytes
                    + " bytes were written and synced, but the file "
                    + (found.isEmpty() ? "does not exist" : "has " + found.get().bytes() + " bytes"));
        }
        try (ParquetReader reader = ParquetReader.open(storage.open(path), ReaderOptions.DEFAULT)) {
            FileMetadata footer = reader.metadata();
            footer.readDetails();
            if (footer.rows() != rows()) {
                throw new ConnectException(path + " in " + storage.url() + ": " + rows()
                        + " records were written, but its footer says " + footer.rows());
            }
        } catch (ParquetException e) {
            throw new ConnectException(
                    path + " in " + storage.url() + " was written and synced, but cannot be read: " + e.getMessage()
                            + ". The file is not published; its records are read again when the task is restarted",
                    e);
        }
    }

    /** Closes the output. What was written keeps its temporary name until the ledger sweeps it. */
    public void abandon() {
        try {
            parquet.close();
        } catch (IOException e) {
            LOG.debug("{}: cannot be closed; it is abandoned", temporaryPath(), e);
        }
    }

    /** Closes the output and deletes the temporary file; if that fails, the next owner of the ledger sweeps it. */
    public void discard() {
        abandon();
        if (out.isBegun()) {
            try {
                storage.delete(temporaryPath());
            } catch (IOException e) {
                LOG.debug(
                        "{}: cannot be deleted now; it is swept when the partition is opened next", temporaryPath(), e);
            }
        }
    }
}

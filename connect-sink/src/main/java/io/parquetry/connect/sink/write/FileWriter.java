package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.DictionaryHints;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows on their way into a file under a temporary name, and the writer that takes them there. */
final class FileWriter {
    private static final Logger LOG = LoggerFactory.getLogger(FileWriter.class);

    private final Storage storage;
    private final FileSchema schema;
    private final DeferredFile out;
    private final ParquetWriter<SinkRecord> writer;

    private FileWriter(Storage storage, FileSchema schema, DeferredFile out, ParquetWriter<SinkRecord> writer) {
        this.storage = storage;
        this.schema = schema;
        this.out = out;
        this.writer = writer;
    }

    /**
     * Begins a file.
     *
     * @param temporary the path that it has until it is published
     * @param dictionaries what other files of the topic-partition learned about their columns
     * @throws io.parquetry.format.UsageException when the schema cannot be written
     */
    static FileWriter create(
            Storage storage, String temporary, FileSchema schema, ParquetSettings parquet, DictionaryHints dictionaries)
            throws IOException {
        RecordLayout layout = schema.layout();
        DeferredFile out = new DeferredFile(storage, temporary);
        ParquetWriter<SinkRecord> writer = ParquetWriter.create(
                out, layout.schema(), layout.walker(), parquet.optionsFor(layout.schema()), dictionaries);
        return new FileWriter(storage, schema, out, writer);
    }

    String temporary() {
        return out.name();
    }

    FileSchema schema() {
        return schema;
    }

    /** Adds a record as the file has it; one that does not fit leaves no trace. */
    void write(SinkRecord fitted) throws IOException {
        writer.write(fitted);
    }

    long rows() {
        return writer.rows();
    }

    /** Memory that it holds. */
    long retainedBytes() {
        return writer.retainedBytes();
    }

    /** The part of it that goes when its row group is written. */
    long rowGroupBytes() {
        return writer.rowGroupBytes();
    }

    /** Bytes in the output and in memory; costs nothing to ask. */
    long heldBytes() {
        return out.position() + writer.retainedBytes();
    }

    /** Length of the file if it ended now; looks at each column. */
    long fileBytes() {
        return writer.fileBytes();
    }

    /** Writes its row group. */
    void flush() throws IOException {
        writer.flushRowGroup();
    }

    /** Whether its rows can go to a file of others: nothing of them is in its own. */
    boolean maySpill() {
        return !out.exists();
    }

    /** Ends it behind what others have spilled. */
    Spilled spill(SpillFile to) throws IOException {
        long begin = to.position();
        out.goTo(to.part());
        return spilled(to, begin);
    }

    /** Ends it where it is, to be read again. */
    Spilled spill() throws IOException {
        return spilled(new SpillFile(storage, temporary(), out), 0);
    }

    private Spilled spilled(SpillFile file, long begin) throws IOException {
        FileMetadata footer = finish(Map.of());
        long length = out.position();
        close();
        file.retain();
        long dataBytes = footer.rowGroups().stream()
                .mapToLong(rowGroup -> rowGroup.compressedBytes().orElseThrow())
                .sum();
        return new Spilled(file, begin, length, schema, rows(), dataBytes);
    }

    private FileMetadata finish(Map<String, String> notes) throws IOException {
        schema.layout().footerNotes().forEach(writer::putKeyValue);
        notes.forEach(writer::putKeyValue);
        return writer.finish();
    }

    /**
     * Ends the file: footer, sync, length and footer read again.
     *
     * @param notes what the footer says beside the schemas of its records
     * @return its length
     */
    long finishDurably(Map<String, String> notes) throws IOException {
        finish(notes);
        out.sync();
        long bytes = out.position();
        close();
        requireWhole(bytes);
        return bytes;
    }

    private void requireWhole(long bytes) throws IOException {
        OptionalLong length = storage.length(temporary());
        if (length.isEmpty() || length.getAsLong() != bytes) {
            throw new IOException(temporary() + " in " + storage.url() + ": " + bytes
                    + " bytes were written and synced, but the file "
                    + (length.isEmpty() ? "does not exist" : "has " + length.getAsLong() + " bytes"));
        }
        try (ParquetReader reader = ParquetReader.open(storage.open(temporary()), ReaderOptions.DEFAULT)) {
            if (reader.metadata().rows() != rows()) {
                throw new ConnectException(
                        temporary() + " in " + storage.url() + ": " + rows() + " records were written, but its footer"
                                + " says " + reader.metadata().rows());
            }
        } catch (ParquetException e) {
            throw new ConnectException(
                    temporary() + " in " + storage.url() + " was written and synced, but cannot be read: "
                            + e.getMessage()
                            + ". Nothing of it is published; its records are read again when the task is restarted",
                    e);
        }
    }

    private void close() throws IOException {
        writer.close();
    }

    /** Gives the output back. What was written stays under its temporary name, for the ledger to sweep. */
    void abandon() {
        try {
            close();
        } catch (IOException e) {
            LOG.debug("{}: cannot be closed; it is abandoned anyway", temporary(), e);
        }
    }

    /** Gives the file up and deletes it; if that fails, the ledger's next owner sweeps it. */
    void discard() {
        abandon();
        if (out.exists()) {
            try {
                storage.delete(temporary());
            } catch (IOException e) {
                LOG.debug("{}: cannot be deleted now; it is swept when the partition is opened next", temporary(), e);
            }
        }
    }
}

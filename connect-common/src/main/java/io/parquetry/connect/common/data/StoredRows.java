package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ToConnect;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.MessageType;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** How the rows of a file become {@link StoredRecord}s: by the footer note where there is one, else by the columns. */
public final class StoredRows {
    /** Where the Connect schema of the rows comes from. */
    public enum Origin {
        /** From our footer note. */
        NOTE,
        /** From the columns; there is no note. */
        COLUMNS,
        /** From the columns; there is a note, but someone has changed the columns since. */
        CHANGED_COLUMNS
    }

    private final MessageType file;
    private final Origin origin;
    private final Optional<RecordLayout> layout;
    private final Schema valueSchema;

    private StoredRows(MessageType file, Origin origin, Optional<RecordLayout> layout, Schema valueSchema) {
        this.file = file;
        this.origin = origin;
        this.layout = layout;
        this.valueSchema = valueSchema;
    }

    /**
     * Reads what the footer says about the rows.
     *
     * @throws CorruptFileException when the note in the footer is not what we write
     */
    public static StoredRows of(FileMetadata footer) {
        Objects.requireNonNull(footer, "footer");
        MessageType file = footer.schema();
        Optional<RecordLayout> layout = footer.keyValue(LayoutNote.KEY).map(StoredRows::layout);
        if (layout.isPresent() && layout.get().schema().equals(file)) {
            return new StoredRows(
                    file, Origin.NOTE, layout, layout.get().valueSchema().orElse(null));
        }
        Origin origin = layout.isPresent() ? Origin.CHANGED_COLUMNS : Origin.COLUMNS;
        return new StoredRows(file, origin, Optional.empty(), ToConnect.schema(file));
    }

    private static RecordLayout layout(String note) {
        try {
            return RecordLayout.of(LayoutNote.read(note));
        } catch (DataException | UsageException e) {
            throw new CorruptFileException("the footer note " + LayoutNote.KEY + ": " + e.getMessage(), e);
        }
    }

    public Origin origin() {
        return origin;
    }

    /** What the rows hold beside the values. */
    public RecordMetadata metadata() {
        return layout.map(RecordLayout::metadata).orElse(RecordMetadata.NONE);
    }

    /** The schema of the values; null for values without one. */
    public Schema valueSchema() {
        return valueSchema;
    }

    /** A builder that makes {@link StoredRecord}s; each reader needs one of its own. */
    public RecordBuilder builder() {
        return layout.map(known -> new StoredRecordBuilder(file, known).builder())
                .orElseGet(() -> StoredRecordBuilder.ofStructs(file, valueSchema));
    }
}

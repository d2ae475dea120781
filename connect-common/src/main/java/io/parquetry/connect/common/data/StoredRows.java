package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.Int96As;
import io.parquetry.connect.common.schema.SchemaPart;
import io.parquetry.connect.common.schema.ToConnect;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * How the rows of a file become {@link StoredRecord}s: by the footer note where there is one, else by the columns. A file
 * must be read with {@link #projection}, so that {@link #builder} finds what it expects.
 */
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
    private final Projection projection;
    private final Int96As int96;
    private final Origin origin;
    private final Optional<RecordLayout> layout;
    private final Optional<Schema> keySchema;
    private final Optional<Schema> valueSchema;

    /** The schema under which values are given, where it is not {@code valueSchema}. */
    private final Optional<Schema> wider;

    private StoredRows(
            MessageType file,
            Projection projection,
            Int96As int96,
            Origin origin,
            Optional<RecordLayout> layout,
            Optional<Schema> keySchema,
            Optional<Schema> valueSchema,
            Optional<Schema> wider) {
        this.file = file;
        this.projection = projection;
        this.int96 = int96;
        this.origin = origin;
        this.layout = layout;
        this.keySchema = keySchema;
        this.valueSchema = valueSchema;
        this.wider = wider;
    }

    /** Reads what the footer says about the rows; INT96 is in microseconds. */
    public static StoredRows of(FileMetadata footer) {
        return of(footer, Int96As.MICROS);
    }

    /**
     * Reads what the footer says about the rows.
     *
     * @param int96 what INT96 becomes; we never write it
     * @throws CorruptFileException when the note in the footer is not what we write
     */
    public static StoredRows of(FileMetadata footer, Int96As int96) {
        Objects.requireNonNull(footer, "footer");
        MessageType file = footer.schema();
        Optional<RecordLayout> noted = footer.keyValue(LayoutNote.KEY).map(StoredRows::layout);
        Optional<RecordLayout> layout = noted.filter(known -> known.schema().equals(file));
        if (layout.isPresent()) {
            RecordLayout known = layout.get();
            return new StoredRows(
                    file,
                    Projection.ALL,
                    int96,
                    Origin.NOTE,
                    layout,
                    known.keySchema(),
                    known.valueSchema(),
                    Optional.empty());
        }
        Origin origin = noted.isPresent() ? Origin.CHANGED_COLUMNS : Origin.COLUMNS;
        return new StoredRows(
                file,
                Projection.ALL,
                int96,
                origin,
                layout,
                Optional.empty(),
                Optional.of(ToConnect.schema(file, int96)),
                Optional.empty());
    }

    private static RecordLayout layout(String note) {
        try {
            return RecordLayout.of(LayoutNote.read(note));
        } catch (DataException | UsageException e) {
            throw new CorruptFileException("the footer note " + LayoutNote.KEY + ": " + e.getMessage(), e);
        }
    }

    /** The fields that the values have in the file, as columns; empty where values are no structs. */
    public Optional<MessageType> valueFields() {
        if (layout.isEmpty()) {
            return Optional.of(file);
        } else if (!layout.get().isStruct()) {
            return Optional.empty();
        }
        return layout.get().kafka().isEmpty()
                ? Optional.of(file)
                : Optional.of(new MessageType(KafkaColumns.VALUE, ((GroupType) valueColumn()).fields()));
    }

    private Type valueColumn() {
        return file.fields().get(1);
    }

    /**
     * The same rows with these fields of their values only, in the order of the file. What Kafka knew of a record stays.
     *
     * @param wanted paths among {@link #valueFields}
     * @throws UsageException when there is no such field
     */
    public StoredRows columns(List<ColumnPath> wanted) {
        MessageType fields = valueFields().orElseThrow(() -> new UsageException("the values are no structs"));
        wanted.forEach(fields::along);
        Projection part = Projection.of(layout.flatMap(RecordLayout::kafka).isEmpty() ? wanted : inValueColumn(wanted));
        MessageType read = part.of(file).schema();
        Schema value = layout.isPresent()
                ? SchemaPart.of(valueShape(read), valueSchema.orElseThrow())
                : ToConnect.schema(read, int96);
        return new StoredRows(file, part, int96, origin, layout, keySchema, Optional.of(value), Optional.empty());
    }

    private static List<ColumnPath> inValueColumn(List<ColumnPath> wanted) {
        List<ColumnPath> paths = new ArrayList<>();
        paths.add(ColumnPath.of(KafkaColumns.GROUP));
        for (ColumnPath path : wanted) {
            List<String> names = new ArrayList<>(path.names());
            names.add(0, KafkaColumns.VALUE);
            paths.add(new ColumnPath(names));
        }
        return paths;
    }

    private Shape valueShape(MessageType read) {
        Shape.StructShape root = Shape.of(read);
        return layout.orElseThrow().kafka().isPresent() ? root.fields().get(1) : root;
    }

    /**
     * The same rows with other instances of their schemas, or with schemas that differ in names and words only.
     *
     * @param value gets the schema of the values, and gives the one to use
     */
    public StoredRows withSchemas(UnaryOperator<Schema> key, UnaryOperator<Schema> value) {
        return new StoredRows(
                file, projection, int96, origin, layout, keySchema.map(key), valueSchema.map(value), wider);
    }

    /**
     * The same rows, their values brought to a schema that holds them all ({@link
     * io.parquetry.connect.common.schema.SchemaUnion}). For values that are structs of the file's columns, without a note.
     */
    public StoredRows widenedTo(Schema schema) {
        return new StoredRows(file, projection, int96, origin, layout, keySchema, valueSchema, Optional.of(schema));
    }

    public Origin origin() {
        return origin;
    }

    /** What the rows hold beside the values. */
    public RecordMetadata metadata() {
        return layout.map(RecordLayout::metadata).orElse(RecordMetadata.NONE);
    }

    /** Which columns of the file these rows are made of. */
    public Projection projection() {
        return projection;
    }

    /** The schema of the values; null for values without one. */
    public Schema valueSchema() {
        return wider.or(() -> valueSchema).orElse(null);
    }

    /** A builder that makes {@link StoredRecord}s of the columns of {@link #projection}; each reader needs one of its own. */
    public RecordBuilder builder() {
        MessageType read = projection.of(file).schema();
        return layout.map(known -> new StoredRecordBuilder(read, known, keySchema, valueSchema).builder())
                .orElseGet(() -> StoredRecordBuilder.ofStructs(read, valueSchema.orElseThrow(), wider));
    }
}

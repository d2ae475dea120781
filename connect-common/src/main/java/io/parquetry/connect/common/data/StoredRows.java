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

    /** What the footer says, whatever is read of the file. */
    private record Footer(MessageType schema, Origin origin, Optional<RecordLayout> layout, Int96As int96) {}

    /** @param wider the schema under which values are given, where it is not {@code value} */
    private record Schemas(Optional<Schema> key, Optional<Schema> value, Optional<Schema> wider) {}

    private final Footer footer;
    private final Projection projection;
    private final Schemas schemas;

    private StoredRows(Footer footer, Projection projection, Schemas schemas) {
        this.footer = footer;
        this.projection = projection;
        this.schemas = schemas;
    }

    /** Reads what the footer says about the rows; INT96 is in microseconds. */
    public static StoredRows of(FileMetadata metadata) {
        return of(metadata, Int96As.MICROS);
    }

    /**
     * Reads what the footer says about the rows.
     *
     * @param int96 what INT96 becomes; we never write it
     * @throws CorruptFileException when the note in the footer is not what we write
     */
    public static StoredRows of(FileMetadata metadata, Int96As int96) {
        Objects.requireNonNull(metadata, "metadata");
        MessageType file = metadata.schema();
        Optional<RecordLayout> noted = metadata.keyValue(LayoutMetadata.KEY).map(StoredRows::layout);
        Optional<RecordLayout> layout = noted.filter(known -> known.schema().equals(file));
        Origin origin = layout.isPresent() ? Origin.NOTE : noted.isPresent() ? Origin.CHANGED_COLUMNS : Origin.COLUMNS;
        Schemas schemas = layout.map(known -> new Schemas(known.keySchema(), known.valueSchema(), Optional.empty()))
                .orElseGet(() ->
                        new Schemas(Optional.empty(), Optional.of(ToConnect.schema(file, int96)), Optional.empty()));
        return new StoredRows(new Footer(file, origin, layout, int96), Projection.ALL, schemas);
    }

    private static RecordLayout layout(String note) {
        try {
            return RecordLayout.of(LayoutMetadata.read(note));
        } catch (DataException | UsageException e) {
            throw new CorruptFileException("the footer note " + LayoutMetadata.KEY + ": " + e.getMessage(), e);
        }
    }

    /** The fields that the values have in the file, as columns; empty where values are no structs. */
    public Optional<MessageType> valueFields() {
        MessageType file = footer.schema();
        if (footer.layout().filter(layout -> !layout.isStruct()).isPresent()) {
            return Optional.empty();
        }
        return isInValueColumn()
                ? Optional.of(new MessageType(
                        KafkaColumns.VALUE, ((GroupType) file.fields().get(1)).fields()))
                : Optional.of(file);
    }

    private boolean isInValueColumn() {
        return footer.layout().flatMap(RecordLayout::kafka).isPresent();
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
        Projection part = Projection.of(isInValueColumn() ? inValueColumn(wanted) : wanted);
        MessageType read = part.of(footer.schema()).schema();
        Schema value = footer.layout().isPresent()
                ? SchemaPart.of(valueShape(read), schemas.value().orElseThrow())
                : ToConnect.schema(read, footer.int96());
        return new StoredRows(footer, part, new Schemas(schemas.key(), Optional.of(value), Optional.empty()));
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
        return isInValueColumn() ? root.fields().get(1) : root;
    }

    /**
     * The same rows with other instances of their schemas, or with schemas that differ in names and words only.
     *
     * @param value gets the schema of the values, and gives the one to use
     */
    public StoredRows withSchemas(UnaryOperator<Schema> key, UnaryOperator<Schema> value) {
        return new StoredRows(
                footer,
                projection,
                new Schemas(schemas.key().map(key), schemas.value().map(value), schemas.wider()));
    }

    /**
     * The same rows, their values brought to a schema that holds them all ({@link
     * io.parquetry.connect.common.schema.SchemaUnion}). For values that are structs of the file's columns, without a note.
     */
    public StoredRows widenedTo(Schema schema) {
        return new StoredRows(footer, projection, new Schemas(schemas.key(), schemas.value(), Optional.of(schema)));
    }

    public Origin origin() {
        return footer.origin();
    }

    /** What the rows hold beside the values. */
    public RecordMetadata metadata() {
        return footer.layout().map(RecordLayout::metadata).orElse(RecordMetadata.NONE);
    }

    /** Which columns of the file these rows are made of. */
    public Projection projection() {
        return projection;
    }

    /** The schema of the values; null for values without one. */
    public Schema valueSchema() {
        return schemas.wider().or(schemas::value).orElse(null);
    }

    /** A builder that makes {@link StoredRecord}s of the columns of {@link #projection}; each reader needs one of its own. */
    public RecordBuilder<StoredRecord> builder() {
        MessageType read = projection.of(footer.schema()).schema();
        return footer.layout()
                .map(layout -> new StoredRecordBuilder(read, layout, schemas.key(), schemas.value()).builder())
                .orElseGet(() ->
                        StoredRecordBuilder.ofStructs(read, schemas.value().orElseThrow(), schemas.wider()));
    }
}

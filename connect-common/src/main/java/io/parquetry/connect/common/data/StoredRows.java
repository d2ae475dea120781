package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ForeignTypes;
import io.parquetry.connect.common.schema.InvalidUtf8;
import io.parquetry.connect.common.schema.SchemaProjection;
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
 * How the rows of a file become {@link StoredRecord}s: by the sink's key-value metadata in the footer where the file
 * has it, else by the columns. The file must be read with {@link #projection}, which has the columns that {@link
 * #builder} expects.
 */
public final class StoredRows {
    /** Where the Connect schema of the rows comes from. */
    public enum Origin {
        /** From the sink's key-value metadata. */
        METADATA,
        /** From the columns; the file has no metadata of the sink. */
        COLUMNS,
        /** From the columns; the file has metadata of the sink, but its columns were changed since. */
        CHANGED_COLUMNS
    }

    /** The contents of the footer, whichever columns are read. */
    private record Footer(MessageType schema, Origin origin, Optional<RecordLayout> layout, ForeignTypes types) {}

    /** @param wider the schema under which values are given, where it is not {@code value} */
    private record Schemas(Optional<Schema> key, Optional<Schema> value, Optional<Schema> wider) {}

    private final Footer footer;
    private final Projection projection;
    private final Schemas schemas;
    private final ConstantFields constants;

    private StoredRows(Footer footer, Projection projection, Schemas schemas) {
        this(footer, projection, schemas, ConstantFields.NONE);
    }

    private StoredRows(Footer footer, Projection projection, Schemas schemas, ConstantFields constants) {
        this.footer = footer;
        this.projection = projection;
        this.schemas = schemas;
        this.constants = constants;
    }

    /** The rows of a file with this footer; INT96 is in microseconds, and text that is not UTF-8 is refused. */
    public static StoredRows of(FileMetadata metadata) {
        return of(metadata, ForeignTypes.DEFAULT);
    }

    /**
     * The rows of a file with this footer.
     *
     * @param types of columns that the sink never writes so
     * @throws CorruptFileException when the metadata of the sink is malformed
     */
    public static StoredRows of(FileMetadata metadata, ForeignTypes types) {
        Objects.requireNonNull(metadata, "metadata");
        MessageType file = metadata.schema();
        Optional<RecordLayout> written = metadata.keyValue(LayoutMetadata.KEY).map(text -> layout(text, file));
        MessageType columns = FieldIds.without(file);
        Optional<RecordLayout> layout = written.filter(known -> known.schema().equals(columns));
        Origin origin =
                layout.isPresent() ? Origin.METADATA : written.isPresent() ? Origin.CHANGED_COLUMNS : Origin.COLUMNS;
        Schemas schemas = layout.map(known -> new Schemas(known.keySchema(), known.valueSchema(), Optional.empty()))
                .orElseGet(() ->
                        new Schemas(Optional.empty(), Optional.of(ToConnect.schema(file, types)), Optional.empty()));
        return new StoredRows(new Footer(file, origin, layout, types), Projection.ALL, schemas);
    }

    private static RecordLayout layout(String metadata, MessageType file) {
        try {
            return RecordLayout.of(LayoutMetadata.read(metadata, file));
        } catch (DataException | UsageException e) {
            throw new CorruptFileException("the key-value metadata " + LayoutMetadata.KEY + ": " + e.getMessage(), e);
        }
    }

    /** The fields that the values have in the file, as columns; empty where values are not structs. */
    public Optional<MessageType> valueFields() {
        MessageType file = footer.schema();
        if (footer.layout().filter(layout -> !layout.isStruct()).isPresent()) {
            return Optional.empty();
        }
        return switch (place()) {
            case ROW -> Optional.of(file);
            case BESIDE_METADATA ->
                Optional.of(new MessageType(
                        file.name(), file.fields().subList(0, file.fields().size() - 1)));
            // A struct that is stored as text is no group.
            case GROUP ->
                file.fields().get(1) instanceof GroupType value
                        ? Optional.of(new MessageType(KafkaColumns.VALUE, value.fields()))
                        : Optional.empty();
        };
    }

    /** The place of the fields of the values in a row. */
    private enum ValuePlace {
        /** They are all there is. */
        ROW,
        /** The second field, behind the metadata, is a group of them. */
        GROUP,
        /** They are the first fields; the last one is the metadata. */
        BESIDE_METADATA
    }

    private ValuePlace place() {
        return footer.layout()
                .filter(layout -> layout.kafka().isPresent())
                .map(layout -> layout.isFlat() ? ValuePlace.BESIDE_METADATA : ValuePlace.GROUP)
                .orElse(ValuePlace.ROW);
    }

    /**
     * The same rows with only these fields of their values, in the order of the file. Record metadata is kept.
     *
     * @param wanted paths among {@link #valueFields}
     * @throws UsageException when there is no such field
     */
    public StoredRows columns(List<ColumnPath> wanted) {
        MessageType fields = valueFields().orElseThrow(() -> new UsageException("the values are not structs"));
        wanted.forEach(fields::along);
        Projection part = Projection.of(paths(wanted));
        MessageType read = part.of(footer.schema()).schema();
        Schema value = footer.layout().isPresent()
                ? SchemaProjection.of(valueShape(read), schemas.value().orElseThrow())
                : ToConnect.schema(read, footer.types());
        return new StoredRows(footer, part, new Schemas(schemas.key(), Optional.of(value), Optional.empty()));
    }

    /** The paths in the file, with that of the metadata. */
    private List<ColumnPath> paths(List<ColumnPath> wanted) {
        ValuePlace place = place();
        if (place == ValuePlace.ROW) {
            return wanted;
        }
        List<ColumnPath> paths = new ArrayList<>();
        paths.add(ColumnPath.of(KafkaColumns.GROUP));
        for (ColumnPath path : wanted) {
            List<String> names = new ArrayList<>(path.names());
            if (place == ValuePlace.GROUP) {
                names.add(0, KafkaColumns.VALUE);
            }
            paths.add(new ColumnPath(names));
        }
        return paths;
    }

    /** The root of the flat layout has the metadata as well, which is no field of the value's schema. */
    private Shape valueShape(MessageType read) {
        Shape.StructShape root = Shape.of(read);
        return place() == ValuePlace.GROUP ? root.fields().get(1) : root;
    }

    /**
     * The same rows with other instances of their schemas, or with schemas that differ in names and docs only.
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
     * The same rows, their values converted to a schema that holds them all ({@link
     * io.parquetry.connect.common.schema.SchemaUnion}). Only for values that are structs of the file's columns.
     */
    public StoredRows widenedTo(Schema schema) {
        return new StoredRows(footer, projection, new Schemas(schemas.key(), schemas.value(), Optional.of(schema)));
    }

    /**
     * The same rows with more fields in their values.
     *
     * @param known gets the schema with the fields, and gives the instance to use
     */
    public StoredRows with(ConstantFields fields, UnaryOperator<Schema> known) {
        UnaryOperator<Schema> extended = value -> known.apply(fields.extended(value));
        Schemas wider = new Schemas(
                schemas.key(), schemas.value().map(extended), schemas.wider().map(extended));
        return new StoredRows(footer, projection, wider, fields);
    }

    public Origin origin() {
        return footer.origin();
    }

    /** The record metadata that the rows hold. */
    public RecordMetadata metadata() {
        return footer.layout().map(RecordLayout::metadata).orElse(RecordMetadata.NONE);
    }

    /** The columns that the file does not have, since the sink got only nulls for them. */
    public List<ColumnPath> absentColumns() {
        return footer.layout().map(RecordLayout::absentColumns).orElse(List.of());
    }

    /** The columns of the file that the rows are made of. */
    public Projection projection() {
        return projection;
    }

    /** The schema of the values; null for values without one. */
    public Schema valueSchema() {
        return schemas.wider().or(schemas::value).orElse(null);
    }

    /**
     * A builder that makes {@link StoredRecord}s of the columns of {@link #projection}; each reader needs one of its
     * own.
     */
    public RecordBuilder<StoredRecord> builder() {
        MessageType read = projection.of(footer.schema()).schema();
        RecordBuilder<StoredRecord> builder = footer.layout()
                .map(layout ->
                        new StoredRecordBuilder(read, layout, schemas.key(), schemas.value(), textBuilder()).builder())
                .orElseGet(() -> StoredRecordBuilder.ofStructs(
                        read, schemas.value().orElseThrow(), schemas.wider(), textBuilder()));
        return constants.isEmpty() ? builder : constants.filling(builder);
    }

    private ConnectBuilder textBuilder() {
        return new ConnectBuilder(
                footer.types().invalidUtf8() == InvalidUtf8.REPLACE ? LeafMakers.REPLACED_TEXT : LeafMakers.TEXT);
    }
}

package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.ValueLayout;
import io.parquetry.connect.common.schema.ColumnForm;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.sink.table.TableSettings;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which columns a file has.
 *
 * @param columns of types that can be stored in more than one way
 * @param variantShred without effect but with {@link Schemaless#VARIANT}
 */
public record FileSchemaSettings(
        RecordMetadata recordMetadata,
        ValueLayout layout,
        ColumnTypes columns,
        Compatibility compatibility,
        Incompatible incompatible,
        Schemaless schemaless,
        VariantShred variantShred,
        NameCase names) {
    static final String RECORD_METADATA = "record.metadata";
    static final String RECORD_LAYOUT = "record.layout";
    static final String COMPATIBILITY = "schema.compatibility";
    static final String INCOMPATIBLE = "schema.incompatible";
    static final String SCHEMALESS = "schemaless";
    static final String NAMES_CASE = TableSettings.NAMES_CASE;

    public FileSchemaSettings {
        Objects.requireNonNull(recordMetadata, "recordMetadata");
        Objects.requireNonNull(columns, "columns");
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(compatibility, "compatibility");
        Objects.requireNonNull(incompatible, "incompatible");
        Objects.requireNonNull(schemaless, "schemaless");
        Objects.requireNonNull(variantShred, "variantShred");
        Objects.requireNonNull(names, "names");
    }

    /** The same with the columns of a table. */
    FileSchemaSettings in(ColumnForm form) {
        return new FileSchemaSettings(
                recordMetadata,
                layout,
                columns.with(form),
                compatibility,
                incompatible,
                schemaless,
                variantShred,
                names);
    }

    /** Which records of different schemas share a file. */
    public enum Compatibility {
        /** All records whose schemas have a union, which is the file's schema. */
        MERGE,
        /** None. */
        NONE,
        /** Records of older versions, in the newest version. */
        BACKWARD,
        /** Records of newer versions, in the oldest version. */
        FORWARD,
        /** As {@link #BACKWARD}; the name is what the topic's owner promises. */
        FULL
    }

    /** What happens to a record whose schema the open file cannot take. */
    public enum Incompatible {
        /** The record goes to another file beside the open file. */
        ROTATE,
        /** The record is a bad record. */
        ERROR_RECORD
    }

    /** What happens to values without schema. */
    public enum Schemaless {
        /** Their records are bad records. */
        FAIL,
        /** They get a schema that is inferred from the values so far. */
        INFER,
        /** They are one column of JSON text. */
        JSON,
        /** They are one VARIANT. */
        VARIANT
    }

    /** What becomes of the case of names. */
    public enum NameCase {
        /** Columns have the names of their fields. */
        KEEP,
        /** Columns have these names in lower case. */
        LOWER,
        /** As {@link #KEEP}; names that differ in case only are bad records. */
        FAIL
    }

    static final class Keys implements KeyGroup<FileSchemaSettings> {
        private static final EnumValues<ValueLayout> LAYOUTS = EnumValues.of(ValueLayout.class);
        private static final EnumValues<Compatibility> COMPATIBILITIES = EnumValues.of(Compatibility.class);
        private static final EnumValues<Incompatible> INCOMPATIBLES = EnumValues.of(Incompatible.class);
        private static final EnumValues<NameCase> NAME_CASES = EnumValues.of(NameCase.class);
        private static final EnumValues<Schemaless> SCHEMALESS_VALUES = EnumValues.of(Schemaless.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Schema");
            group.key(RECORD_METADATA, STRING, "Record metadata")
                    .defaultsTo(RecordMetadata.NONE.text())
                    .must(Checks.oneOf(RecordMetadata.texts()))
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("What is stored of a record beside its value. none: nothing, the fields of the value are the"
                            + " columns. kafka: topic, partition, offset, timestamp, key and headers, so that the"
                            + " source can restore the topic; tombstones need it.");
            group.key(RECORD_LAYOUT, STRING, "Record layout")
                    .defaultsTo(LAYOUTS.name(ValueLayout.NESTED))
                    .must(LAYOUTS)
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("Where the fields of a value are in files with record.metadata=kafka, which have the rest"
                            + " of the record in one struct column _kafka. flat: each field is a column of its own,"
                            + " as in SELECT id; a value that is no struct is one column value. nested: all of them"
                            + " are in one struct column value, as in SELECT value.id. The source restores the same"
                            + " records from both. Without record.metadata=kafka the fields are always columns of"
                            + " their own.");
            group.key(COMPATIBILITY, STRING, "Schema compatibility")
                    .defaultsTo(COMPATIBILITIES.name(Compatibility.MERGE))
                    .must(COMPATIBILITIES)
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("Which records of different schemas share a file. merge: all records whose schemas have a"
                            + " union. none: records of another schema go to a file of their own. backward, full:"
                            + " records of older versions are written in the newest version; a newer version begins"
                            + " another file. forward: records of newer versions are written in the oldest version;"
                            + " an older version begins another file. A field is never dropped: where it has no place"
                            + " in the file, schema.incompatible decides.");
            group.key(INCOMPATIBLE, STRING, "Incompatible schemas")
                    .defaultsTo(INCOMPATIBLES.name(Incompatible.ROTATE))
                    .must(INCOMPATIBLES)
                    .width(Width.SHORT)
                    .says("What happens to a record whose schema the open file cannot take, such as text in place of"
                            + " numbers. rotate: it goes to another file, which rotates on its own. error-record: it"
                            + " is a bad record, whose message names the field and its two types.");
            group.key(SCHEMALESS, STRING, "Values without schema")
                    .defaultsTo(SCHEMALESS_VALUES.name(Schemaless.FAIL))
                    .must(SCHEMALESS_VALUES)
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("What happens to values without schema, such as the JSON converter with"
                            + " schemas.enable=false gives. fail: they are bad records. infer: each name becomes a"
                            + " column, of the type of the values so far; a name with values of incompatible types"
                            + " becomes JSON text. json: they are one column of JSON text. variant: they are one"
                            + " VARIANT, whose fields engines query without parsing text. The source gives back the"
                            + " same values.");
            VariantShred.define(group);
            group.key(NAMES_CASE, STRING, "Case of names")
                    .defaultsTo(NAME_CASES.name(NameCase.KEEP))
                    .must(NAME_CASES)
                    .width(Width.SHORT)
                    .says("What becomes of upper and lower case in the names of columns. keep: columns have the names"
                            + " of their fields; a warning names the first two that differ in case only, such as id"
                            + " and ID, since Spark refuses a file with both. lower: all names are in lower case, in"
                            + " restored records too; a record that has both is a bad record. fail: a record whose"
                            + " fields would be such columns is a bad record.");
            ColumnTypeKeys.define(group);
        }

        @Override
        public Map<String, String> removed() {
            return ColumnTypeKeys.removed();
        }

        @Override
        public FileSchemaSettings read(ConfigValues values) {
            return new FileSchemaSettings(
                    RecordMetadata.parse(values.text(RECORD_METADATA)).orElseThrow(),
                    LAYOUTS.parse(values.text(RECORD_LAYOUT)),
                    ColumnTypeKeys.read(values),
                    COMPATIBILITIES.parse(values.text(COMPATIBILITY)),
                    INCOMPATIBLES.parse(values.text(INCOMPATIBLE)),
                    SCHEMALESS_VALUES.parse(values.text(SCHEMALESS)),
                    VariantShred.read(values),
                    NAME_CASES.parse(values.text(NAMES_CASE)));
        }
    }
}

package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.schema.ForeignTypes;
import io.parquetry.connect.common.schema.Int96As;
import io.parquetry.connect.common.schema.InvalidUtf8;
import io.parquetry.connect.source.config.SchemaNameTemplate.Placeholder;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * The value schemas for rows of foreign files; files of the Parquetry sink store the schemas of their values.
 *
 * @param name empty for schemas without names
 */
public record ValueSchemaSettings(Optional<SchemaNameTemplate> name, SchemaMerge merge, ForeignTypes types) {
    public static final String SCHEMA_NAME_TEMPLATE = "schema.name.template";
    public static final String SCHEMA_MERGE = "schema.merge";
    public static final String INT96_AS = "int96.as";
    public static final String INVALID_UTF8 = "invalid.utf8";

    public ValueSchemaSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(merge, "merge");
        Objects.requireNonNull(types, "types");
    }

    /** How the schemas of the files of one topic are merged. */
    public enum SchemaMerge {
        /** Rows have the schema of their file. */
        PER_FILE,
        /** All rows of a topic have one schema, the union of the schemas of its files. */
        UNION
    }

    private boolean nameHas(Placeholder placeholder) {
        return name.filter(template -> template.has(placeholder)).isPresent();
    }

    static final class Keys implements KeyGroup<ValueSchemaSettings> {
        private static final EnumValues<SchemaMerge> SCHEMA_MERGES = EnumValues.of(SchemaMerge.class);
        private static final EnumValues<Int96As> INT96_TYPES = EnumValues.of(Int96As.class);

        private static final EnumValues<InvalidUtf8> INVALID_UTF8_VALUES = EnumValues.of(InvalidUtf8.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Schemas");
            group.key(SCHEMA_NAME_TEMPLATE, STRING, "Schema names")
                    .defaultsTo("")
                    .must(Checks.text("text with placeholders", Keys::requireTemplateOrNothing))
                    .width(Width.LONG)
                    .says("Name of the value schemas of foreign files, which the Parquetry sink did not write, such"
                            + " as ${topic}.Value: ${topic} is the topic of the file's rows, ${file} the file's name"
                            + " up to its last dot, ${schema} the root name of the file's schema. Characters that are"
                            + " not legal in a full name of Avro become underscores. Empty for schemas without names,"
                            + " for which converters for Avro and Protobuf generate names.");
            group.key(SCHEMA_MERGE, STRING, "Schema merge")
                    .defaultsTo(SCHEMA_MERGES.name(SchemaMerge.PER_FILE))
                    .must(SCHEMA_MERGES)
                    .width(Width.SHORT)
                    .says("How the schemas of the foreign files of one topic become value schemas. per-file: each"
                            + " value has the schema of its file. union: all values have the union of the schemas of"
                            + " all files, whose footers each task reads before its first row. Files without a union"
                            + " fail the task; a later file that does not fit the union is a bad file.");
            group.key(INT96_AS, STRING, "INT96 as")
                    .defaultsTo(INT96_TYPES.name(Int96As.MICROS))
                    .must(INT96_TYPES)
                    .width(Width.SHORT)
                    .says("Type of INT96 timestamps, which Spark, Impala and Hive have written. micros: a number of"
                            + " microseconds, io.debezium.time.MicroTimestamp, which holds every timestamp of Spark."
                            + " nanos: a number of nanoseconds, io.debezium.time.NanoTimestamp, for the years 1677 to"
                            + " 2262. text: ISO 8601, io.debezium.time.ZonedTimestamp, which holds every value. A value"
                            + " that does not fit makes its file a bad file; no value is rounded.");
            group.key(INVALID_UTF8, STRING, "Invalid UTF-8")
                    .defaultsTo(INVALID_UTF8_VALUES.name(InvalidUtf8.FAIL))
                    .must(INVALID_UTF8_VALUES)
                    .width(Width.SHORT)
                    .says("What becomes of text in foreign files that is not UTF-8. fail: the file is a bad file, to"
                            + " which on.bad.file applies. replace: each sequence of bytes that is no character"
                            + " becomes U+FFFD. bytes: all text columns of foreign files are sent as BYTES. In files"
                            + " of the Parquetry sink such text is damage, and replace applies to it too.");
        }

        private static void requireTemplateOrNothing(String template) {
            if (!template.isEmpty()) {
                SchemaNameTemplate.parse(template);
            }
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            ValueSchemaSettings settings = read(values);
            boolean topicHasColumns = values.nonEmptyText(RowSettings.TOPIC)
                    .map(TopicTemplate::parse)
                    .filter(TopicTemplate::hasColumns)
                    .isPresent();
            if (topicHasColumns && settings.nameHas(Placeholder.TOPIC)) {
                faults.add(
                        SCHEMA_NAME_TEMPLATE,
                        "cannot have ${topic}, since " + RowSettings.TOPIC
                                + " sends the rows of a file to several topics");
            }
            boolean nameIsPerFile = settings.nameHas(Placeholder.FILE) || settings.nameHas(Placeholder.SCHEMA);
            if (nameIsPerFile && settings.merge() == SchemaMerge.UNION) {
                faults.add(
                        SCHEMA_NAME_TEMPLATE,
                        "cannot have ${file} or ${schema} with " + SCHEMA_MERGE
                                + "=union, which gives all files one schema");
            }
        }

        @Override
        public ValueSchemaSettings read(ConfigValues values) {
            SchemaMerge merge = SCHEMA_MERGES.parse(values.text(SCHEMA_MERGE));
            return new ValueSchemaSettings(
                    values.nonEmptyText(SCHEMA_NAME_TEMPLATE).map(SchemaNameTemplate::parse),
                    merge,
                    new ForeignTypes(
                            INT96_TYPES.parse(values.text(INT96_AS)),
                            INVALID_UTF8_VALUES.parse(values.text(INVALID_UTF8)),
                            merge == SchemaMerge.UNION));
        }
    }
}

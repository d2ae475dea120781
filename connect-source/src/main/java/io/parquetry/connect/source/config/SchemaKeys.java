package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.schema.Int96As;
import io.parquetry.connect.source.config.SchemaNameTemplate.Placeholder;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Under what schemas rows are sent that do not bring their own, which are those of strangers' files. */
public final class SchemaKeys implements KeyGroup<SchemaSettings> {
    public static final String SCHEMA_NAME_TEMPLATE = "schema.name.template";
    public static final String SCHEMA_MERGE = "schema.merge";
    public static final String INT96_AS = "int96.as";

    private static final EnumValues<SchemaMerge> SCHEMA_MERGES = EnumValues.of(SchemaMerge.class);
    private static final EnumValues<Int96As> INT96_VALUES = EnumValues.of(Int96As.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Schemas");
        group.key(SCHEMA_NAME_TEMPLATE, STRING, "Schema names")
                .defaultsTo("")
                .must(Checks.text("text with placeholders", SchemaKeys::requireTemplateOrNothing))
                .width(Width.LONG)
                .says("Name of the schemas of values whose file brings none, which are those of all files but the"
                        + " Parquetry sink's: ${topic} is the topic of the file's rows, ${file} its name up to the last"
                        + " dot, ${schema} what it calls the root of its own schema, as in ${topic}.Value. What cannot"
                        + " stand in a full name of Avro becomes an underscore. Structs inside are called by the way to"
                        + " them: orders.Value.address. Empty for schemas without names, for which converters of Avro and"
                        + " Protobuf make some up.");
        group.key(SCHEMA_MERGE, STRING, "Schema merge")
                .defaultsTo(SCHEMA_MERGES.name(SchemaMerge.PER_FILE))
                .must(SCHEMA_MERGES)
                .width(Width.SHORT)
                .says("How the schemas of files that go to one topic and bring none of their own become those of the"
                        + " values. per-file: each value has the schema of its file. union: all have one schema, which"
                        + " holds those of all files; each task reads the ends of all files, also of those that other"
                        + " tasks send or that were sent, before its first row. Fields that a file has not are null, and"
                        + " numbers have the widest type. Files that have no union fail the task before its first row;"
                        + " one that comes later and does not fit is a bad file.");
        group.key(INT96_AS, STRING, "INT96 as")
                .defaultsTo(INT96_VALUES.name(Int96As.MICROS))
                .must(INT96_VALUES)
                .width(Width.SHORT)
                .says("What becomes of INT96 timestamps, which Spark, Impala and Hive have written. micros: a number of"
                        + " microseconds, io.debezium.time.MicroTimestamp, which holds all that Spark writes."
                        + " nanos: a number of nanoseconds, io.debezium.time.NanoTimestamp, for the years 1677 to 2262."
                        + " text: ISO 8601, io.debezium.time.ZonedTimestamp, which holds every value. A value that does"
                        + " not fit makes its file a bad one; none is rounded.");
    }

    private static void requireTemplateOrNothing(String template) {
        if (!template.isEmpty()) {
            SchemaNameTemplate.parse(template);
        }
    }

    @Override
    public void check(Values values, Faults faults) {
        SchemaSettings settings = read(values);
        boolean byColumn = Optional.of(values.text(RowKeys.TOPIC))
                .filter(topic -> !topic.isEmpty())
                .map(TopicTemplate::parse)
                .filter(TopicTemplate::hasColumns)
                .isPresent();
        boolean byTopic =
                settings.name().filter(name -> name.has(Placeholder.TOPIC)).isPresent();
        if (byColumn && byTopic) {
            faults.add(
                    SCHEMA_NAME_TEMPLATE,
                    "cannot have ${topic}, since " + RowKeys.TOPIC + " sends the rows of a file to several topics");
        }
        boolean byFile = settings.name()
                .filter(name -> name.has(Placeholder.FILE) || name.has(Placeholder.SCHEMA))
                .isPresent();
        if (byFile && settings.merge() == SchemaMerge.UNION) {
            faults.add(
                    SCHEMA_NAME_TEMPLATE,
                    "cannot have ${file} or ${schema} with " + SCHEMA_MERGE + "=union, which gives files one schema");
        }
    }

    @Override
    public SchemaSettings read(Values values) {
        return new SchemaSettings(
                Optional.of(values.text(SCHEMA_NAME_TEMPLATE))
                        .filter(template -> !template.isEmpty())
                        .map(SchemaNameTemplate::parse),
                SCHEMA_MERGES.parse(values.text(SCHEMA_MERGE)),
                INT96_VALUES.parse(values.text(INT96_AS)));
    }
}

package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.sink.config.SchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.SchemaSettings.Incompatible;
import io.parquetry.connect.sink.config.SchemaSettings.Schemaless;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which columns a record becomes. */
final class SchemaKeys implements KeyGroup<SchemaSettings> {
    static final String RECORD_METADATA = "record.metadata";
    static final String DECIMAL_PRECISION = "decimal.precision";
    static final String COMPATIBILITY = "schema.compatibility";
    static final String INCOMPATIBLE = "schema.incompatible";
    static final String SCHEMALESS = "schemaless";

    private static final EnumValues<Compatibility> COMPATIBILITIES = new EnumValues<Compatibility>()
            .with("merge", Compatibility.MERGE)
            .with("none", Compatibility.NONE)
            .with("backward", Compatibility.BACKWARD)
            .with("forward", Compatibility.FORWARD)
            .with("full", Compatibility.FULL);
    private static final EnumValues<Incompatible> INCOMPATIBLES = new EnumValues<Incompatible>()
            .with("rotate", Incompatible.ROTATE)
            .with("error-record", Incompatible.ERROR_RECORD);
    private static final EnumValues<Schemaless> SCHEMALESS_VALUES = new EnumValues<Schemaless>()
            .with("fail", Schemaless.FAIL)
            .with("infer", Schemaless.INFER)
            .with("json", Schemaless.JSON);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Schema");
        group.key(RECORD_METADATA, STRING, "Record metadata")
                .defaultsTo(RecordMetadata.NONE.text())
                .must(Checks.oneOf(RecordMetadata.texts()))
                .importance(HIGH)
                .width(Width.SHORT)
                .says("What of a record is stored beside its value. none: nothing, the value's fields are the columns."
                        + " kafka: also topic, partition, offset, timestamp, key and headers, so that the source can"
                        + " restore the topic; tombstones need it.");
        group.key(COMPATIBILITY, STRING, "Schema compatibility")
                .defaultsTo("merge")
                .must(COMPATIBILITIES)
                .importance(HIGH)
                .width(Width.SHORT)
                .says(
                        "Which records share a file although their schemas differ. merge: all whose schemas have a union;"
                                + " the file has all fields that any of them has, null where a record has none, and the wider of"
                                + " two number types. none: records of another schema go to a file of their own. backward, full:"
                                + " records of older versions are written in the newest; a newer version begins another file."
                                + " forward: records of newer versions are written in the oldest; an older version begins another"
                                + " file. No field is ever dropped: where one had no place, schema.incompatible says what happens.");
        group.key(INCOMPATIBLE, STRING, "Incompatible schemas")
                .defaultsTo("rotate")
                .must(INCOMPATIBLES)
                .width(Width.SHORT)
                .says(
                        "What becomes of a record whose schema the open file cannot take in, such as text where there were"
                                + " numbers. rotate: it goes to another file, which is open beside that one and rotates by"
                                + " itself. error-record: it is a bad record.");
        group.key(SCHEMALESS, STRING, "Values without schema")
                .defaultsTo("fail")
                .must(SCHEMALESS_VALUES)
                .importance(HIGH)
                .width(Width.SHORT)
                .says(
                        "What becomes of values without schema, as the JSON converter with schemas.enable=false gives them."
                                + " fail: they are bad records. infer: each name becomes a column of the type of what was seen,"
                                + " nested as it comes; what does not go together becomes JSON text. json: they are one column of"
                                + " JSON text, from which the source gives back the very same values. Keys without schema are"
                                + " JSON text always.");
        group.key(DECIMAL_PRECISION, INT, "Decimal precision")
                .defaultsTo(38)
                .must(between(1, 38))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Digits of decimals whose schema has no parameter connect.decimal.precision. A value with more"
                        + " digits makes its record a bad one.");
    }

    @Override
    public SchemaSettings read(Values values) {
        return new SchemaSettings(
                RecordMetadata.parse(values.text(RECORD_METADATA)).orElseThrow(),
                values.integer(DECIMAL_PRECISION),
                COMPATIBILITIES.parse(values.text(COMPATIBILITY)),
                INCOMPATIBLES.parse(values.text(INCOMPATIBLE)),
                SCHEMALESS_VALUES.parse(values.text(SCHEMALESS)));
    }
}

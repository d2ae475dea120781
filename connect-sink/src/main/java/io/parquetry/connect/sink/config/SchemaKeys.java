package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.data.RecordMetadata;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which columns a record becomes. */
final class SchemaKeys implements KeyGroup<SchemaSettings> {
    static final String RECORD_METADATA = "record.metadata";
    static final String DECIMAL_PRECISION = "decimal.precision";

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
                RecordMetadata.parse(values.text(RECORD_METADATA)).orElseThrow(), values.integer(DECIMAL_PRECISION));
    }
}

package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.schema.Int96As;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Under what schemas rows are sent that do not bring their own, which are those of strangers' files. */
public final class SchemaKeys implements KeyGroup<SchemaSettings> {
    public static final String INT96_AS = "int96.as";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Schemas");
        group.key(INT96_AS, STRING, "INT96 as")
                .defaultsTo(Words.word(Int96As.MICROS))
                .must(Checks.oneOf(Words.words(Int96As.values())))
                .width(Width.SHORT)
                .says("What becomes of INT96 timestamps, which Spark, Impala and Hive have written. micros: a number of"
                        + " microseconds, io.debezium.time.MicroTimestamp, which holds all that Spark and Trino write."
                        + " nanos: a number of nanoseconds, io.debezium.time.NanoTimestamp, for the years 1677 to 2262."
                        + " text: ISO 8601, io.debezium.time.ZonedTimestamp, which holds every value. A value that does"
                        + " not fit makes its file a bad one; none is rounded.");
    }

    @Override
    public SchemaSettings read(Values values) {
        return new SchemaSettings(Words.constant(Int96As.class, values.text(INT96_AS)));
    }
}

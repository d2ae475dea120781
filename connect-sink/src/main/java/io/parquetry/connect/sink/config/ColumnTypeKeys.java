package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.NanosAs;
import io.parquetry.connect.common.schema.TimeAs;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys of {@link ColumnTypes}. */
final class ColumnTypeKeys {
    static final String DECIMAL_PRECISION = "decimal.precision";
    static final String TIME_AS = "time.as";
    static final String NANOS_AS = "timestamp.nanos.as";

    private static final EnumValues<TimeAs> TIMES = EnumValues.of(TimeAs.class);
    private static final EnumValues<NanosAs> NANOS = EnumValues.of(NanosAs.class);

    private ColumnTypeKeys() {}

    static void define(KeyBuilder.Group group) {
        group.key(DECIMAL_PRECISION, INT, "Decimal precision")
                .defaultsTo(38)
                .must(between(1, 38))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Digits of decimals whose schema has no parameter connect.decimal.precision. A record with a"
                        + " decimal of more digits is a bad record.");
        group.key(TIME_AS, STRING, "Times of day")
                .defaultsTo(TIMES.name(TimeAs.TIME))
                .must(TIMES)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of times of day, of Connect and Debezium. time: TIME; Spark cannot read a file that has"
                        + " such a column, not even its other columns. integer: the number of milli-, micro- or"
                        + " nanoseconds since midnight that the value is. text: 23:59:58.123 with all digits of the"
                        + " unit. The source gives the same values back from each of them.");
        group.key(NANOS_AS, STRING, "Timestamps of nanoseconds")
                .defaultsTo(NANOS.name(NanosAs.NANOS))
                .must(NANOS)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of timestamps of nanoseconds, of Debezium and Confluent. nanos: TIMESTAMP(NANOS), which"
                        + " Spark cannot read. micros: TIMESTAMP(MICROS), which all engines read; a record with a"
                        + " timestamp that has digits below microseconds is a bad record. integer: the number of"
                        + " nanoseconds since 1970. The source gives the same values back from each of them.");
    }

    static ColumnTypes read(Values values) {
        return ColumnTypes.ofPrecision(values.integer(DECIMAL_PRECISION))
                .with(TIMES.parse(values.text(TIME_AS)))
                .with(NANOS.parse(values.text(NANOS_AS)));
    }
}

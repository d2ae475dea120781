package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.DebeziumTypes;
import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.NanosAs;
import io.parquetry.connect.common.schema.TimeAs;
import io.parquetry.connect.common.schema.VariableDecimalAs;
import io.parquetry.connect.common.schema.WideDecimalAs;
import io.parquetry.connect.common.schema.ZonelessAs;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys of {@link ColumnTypes}. */
final class ColumnTypeKeys {
    static final String DECIMAL_PRECISION = "decimal.precision";
    static final String TIME_AS = "time.as";
    static final String NANOS_AS = "timestamp.nanos.as";
    static final String ZONELESS_AS = "zoneless.as";
    static final String VARIABLE_DECIMAL_AS = "variable.decimal.as";
    static final String WIDE_DECIMAL_AS = DecimalForm.WIDE_DECIMAL_AS;
    static final String DEBEZIUM_TYPES = "debezium.types";

    private static final EnumValues<TimeAs> TIMES = EnumValues.of(TimeAs.class);
    private static final EnumValues<NanosAs> NANOS = EnumValues.of(NanosAs.class);
    private static final EnumValues<ZonelessAs> ZONELESS = EnumValues.of(ZonelessAs.class);
    private static final EnumValues<VariableDecimalAs> VARIABLE_DECIMALS = EnumValues.of(VariableDecimalAs.class);
    private static final EnumValues<DebeziumTypes> DEBEZIUM = EnumValues.of(DebeziumTypes.class);

    private ColumnTypeKeys() {}

    static void define(KeyBuilder.Group group) {
        group.key(DECIMAL_PRECISION, INT, "Decimal precision")
                .defaultsTo(38)
                .must(between(1, DecimalForm.PRECISION_MAX))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Digits of decimals whose schema has no parameter connect.decimal.precision. A record with a"
                        + " decimal of more digits is a bad record. For more than 38 see wide.decimal.as.");
        group.key(WIDE_DECIMAL_AS, STRING, "Decimals of more than 38 digits")
                .defaultsTo(WideDecimalAs.CAPPED.text())
                .must(Checks.text("capped, text, decimal, or a scale from 0 to 38", ColumnTypeKeys::wideDecimal))
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of decimals that have more than 38 digits by the precision or the scale of their"
                        + " schema, such as scale 127, with which JDBC sources give Oracle's NUMBER. capped:"
                        + " DECIMAL(38); a record whose value does not fit is a bad record, and so is one with a"
                        + " scale beyond 38. A number: the same, and a scale beyond 38 becomes this one. text: 123.45"
                        + " without zeros at the end. decimal: DECIMAL with all digits; Spark cannot read the file"
                        + " and DuckDB reads the column as DOUBLE. The source gives the same values back.");
        group.key(TIME_AS, STRING, "Times of day")
                .defaultsTo(TIMES.name(TimeAs.TIME))
                .must(TIMES)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of times of day, of Connect and Debezium. time: TIME; a record with a time outside of"
                        + " the day, as MySQL has, is a bad record, and Spark cannot read the file. integer: the"
                        + " number of milli-, micro- or nanoseconds since midnight. text: 23:59:58.123. The source"
                        + " gives the same values back.");
        group.key(NANOS_AS, STRING, "Timestamps of nanoseconds")
                .defaultsTo(NANOS.name(NanosAs.NANOS))
                .must(NANOS)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of timestamps of nanoseconds, of Debezium and Confluent. nanos: TIMESTAMP(NANOS),"
                        + " which Spark cannot read. micros: TIMESTAMP(MICROS), which all engines read; a record with"
                        + " a timestamp that has digits below microseconds is a bad record. integer: nanoseconds"
                        + " since 1970. The source gives the same values back.");
        defineDebezium(group);
    }

    private static void defineDebezium(KeyBuilder.Group group) {
        group.key(ZONELESS_AS, STRING, "Times without zone")
                .defaultsTo(ZONELESS.name(ZonelessAs.UTC))
                .must(ZONELESS)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of Debezium's Timestamp, MicroTimestamp, NanoTimestamp, Time, MicroTime and NanoTime,"
                        + " which have no zone. utc: adjusted to UTC; engines show them as instants, in the zone of the"
                        + " session. local: not adjusted; engines show the digits of the database. A schema with the"
                        + " parameter parquet.adjusted.to.utc decides for itself.");
        group.key(VARIABLE_DECIMAL_AS, STRING, "Decimals with a scale each")
                .defaultsTo(VARIABLE_DECIMALS.name(VariableDecimalAs.STRUCT))
                .must(VARIABLE_DECIMALS)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("Columns of Debezium's VariableScaleDecimal. struct: scale and bytes, which engines do not"
                        + " understand as a number. text: 1.50, which they can cast. The source gives the same values"
                        + " back.");
        group.key(DEBEZIUM_TYPES, STRING, "Annotations of Debezium's types")
                .defaultsTo(DEBEZIUM.name(DebeziumTypes.PLAIN))
                .must(DEBEZIUM)
                .importance(LOW)
                .width(Width.SHORT)
                .says("Columns of Debezium's Enum, Uuid, Geometry and Point. plain: text and bytes, which all engines"
                        + " read. logical: ENUM, UUID, and GEOMETRY for the field wkb; Spark 4.0 cannot read a file"
                        + " with a UUID or GEOMETRY column. A UUID in another spelling than its own, or a geometry"
                        + " that is not ISO WKB, is then a bad record.");
    }

    private static WideDecimalAs wideDecimal(String text) {
        return WideDecimalAs.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "it must be capped, text, decimal, or a scale from 0 to " + DecimalForm.WIDTH_MAX));
    }

    static ColumnTypes read(Values values) {
        return ColumnTypes.ofPrecision(values.integer(DECIMAL_PRECISION))
                .with(TIMES.parse(values.text(TIME_AS)))
                .with(NANOS.parse(values.text(NANOS_AS)))
                .with(ZONELESS.parse(values.text(ZONELESS_AS)))
                .with(VARIABLE_DECIMALS.parse(values.text(VARIABLE_DECIMAL_AS)))
                .with(wideDecimal(values.text(WIDE_DECIMAL_AS)))
                .with(DEBEZIUM.parse(values.text(DEBEZIUM_TYPES)));
    }
}

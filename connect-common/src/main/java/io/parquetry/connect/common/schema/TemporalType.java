package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Dates and times by the names of Connect schemas: Connect's own, whose values are {@link java.util.Date}s, and those
 * of Debezium, Confluent and newer converters, whose values are numbers in the unit of the type. A schema is one of
 * them when its name and its type match.
 *
 * <p>All count from 1970-01-01T00:00Z and are annotated as adjusted to UTC, unless the schema says otherwise in {@link
 * #ADJUSTED_TO_UTC}, or the user by {@link ZonelessAs}.
 */
public enum TemporalType {
    CONNECT_DATE(Date.LOGICAL_NAME, Schema.Type.INT32, Carrier.JAVA_DATE, LogicalType.DATE),
    CONNECT_TIME(Time.LOGICAL_NAME, Schema.Type.INT32, Carrier.JAVA_DATE, time(TimeUnit.MILLIS)),
    CONNECT_TIMESTAMP(Timestamp.LOGICAL_NAME, Schema.Type.INT64, Carrier.JAVA_DATE, timestamp(TimeUnit.MILLIS)),
    DEBEZIUM_DATE("io.debezium.time.Date", Schema.Type.INT32, Carrier.NUMBER, LogicalType.DATE),
    DEBEZIUM_TIME("io.debezium.time.Time", Schema.Type.INT32, Carrier.NUMBER, time(TimeUnit.MILLIS)),
    DEBEZIUM_MICRO_TIME("io.debezium.time.MicroTime", Schema.Type.INT64, Carrier.NUMBER, time(TimeUnit.MICROS)),
    DEBEZIUM_NANO_TIME("io.debezium.time.NanoTime", Schema.Type.INT64, Carrier.NUMBER, time(TimeUnit.NANOS)),
    DEBEZIUM_TIMESTAMP("io.debezium.time.Timestamp", Schema.Type.INT64, Carrier.NUMBER, timestamp(TimeUnit.MILLIS)),
    DEBEZIUM_MICRO_TIMESTAMP(
            "io.debezium.time.MicroTimestamp", Schema.Type.INT64, Carrier.NUMBER, timestamp(TimeUnit.MICROS)),
    DEBEZIUM_NANO_TIMESTAMP(
            "io.debezium.time.NanoTimestamp", Schema.Type.INT64, Carrier.NUMBER, timestamp(TimeUnit.NANOS)),
    MICRO_TIMESTAMP(
            "org.apache.kafka.connect.data.TimestampMicros",
            Schema.Type.INT64,
            Carrier.NUMBER,
            timestamp(TimeUnit.MICROS)),
    CONFLUENT_NANO_TIMESTAMP(
            "io.confluent.connect.jdbc.data.NanoTimestamp",
            Schema.Type.INT64,
            Carrier.NUMBER,
            timestamp(TimeUnit.NANOS));

    /** The Java type of the values. */
    public enum Carrier {
        JAVA_DATE,
        NUMBER
    }

    /** Schema parameter that is {@code false} where a time or timestamp is local and not an instant. */
    public static final String ADJUSTED_TO_UTC = "parquet.adjusted.to.utc";

    /** The types that have no zone. */
    private static final String DEBEZIUM = "io.debezium.time.";

    private static final Map<String, TemporalType> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(type -> type.schemaName, Function.identity()));

    private final String schemaName;
    private final Schema.Type connectType;
    private final Carrier carrier;
    private final LogicalType annotation;

    TemporalType(String schemaName, Schema.Type connectType, Carrier carrier, LogicalType annotation) {
        this.schemaName = schemaName;
        this.connectType = connectType;
        this.carrier = carrier;
        this.annotation = annotation;
    }

    private static LogicalType time(TimeUnit unit) {
        return new LogicalType.Time(true, unit);
    }

    private static LogicalType timestamp(TimeUnit unit) {
        return new LogicalType.Timestamp(true, unit);
    }

    /** The type with the name of the schema, if there is one. */
    public static Optional<TemporalType> of(Schema schema) {
        return schema.name() == null
                ? Optional.empty()
                : Optional.ofNullable(BY_NAME.get(schema.name())).filter(type -> type.connectType == schema.type());
    }

    /** The name of the Connect schemas of this type. */
    public String schemaName() {
        return schemaName;
    }

    public Schema.Type connectType() {
        return connectType;
    }

    public Carrier carrier() {
        return carrier;
    }

    /** The unit of a time or timestamp; empty for a date. */
    public Optional<TimeUnit> unit() {
        return annotation instanceof LogicalType.Time time
                ? Optional.of(time.unit())
                : annotation instanceof LogicalType.Timestamp timestamp
                        ? Optional.of(timestamp.unit())
                        : Optional.empty();
    }

    /** The column of values with this schema. */
    PrimitiveType column(String name, Repetition repetition, Schema schema, ColumnTypes columns) {
        PhysicalType physical = connectType == Schema.Type.INT32 ? PhysicalType.INT32 : PhysicalType.INT64;
        PrimitiveType integer = PrimitiveType.of(name, repetition, physical);
        LogicalType own = annotation(schema, columns);
        PrimitiveType annotated = columns.form().isOfTable() && unit().isPresent()
                ? PrimitiveType.of(name, repetition, PhysicalType.INT64, inTable(own, columns.form()))
                : PrimitiveType.of(name, repetition, physical, own);
        if (own instanceof LogicalType.Time) {
            return switch (columns.time()) {
                case TIME -> annotated;
                case INTEGER -> integer;
                case TEXT -> PrimitiveType.of(name, repetition, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
            };
        }
        if (own instanceof LogicalType.Timestamp stamp && stamp.unit() == TimeUnit.NANOS) {
            return switch (columns.nanos()) {
                case NANOS -> annotated;
                case MICROS -> PrimitiveType.of(name, repetition, physical, inMicros(own));
                case INTEGER -> integer;
            };
        }
        return annotated;
    }

    private static LogicalType inTable(LogicalType temporal, ColumnForm form) {
        boolean isKept = form == ColumnForm.TABLE_WITH_NANOS
                && temporal instanceof LogicalType.Timestamp stamp
                && stamp.unit() == TimeUnit.NANOS;
        return isKept ? temporal : inMicros(temporal);
    }

    private static LogicalType inMicros(LogicalType temporal) {
        return temporal instanceof LogicalType.Time ofDay
                ? new LogicalType.Time(ofDay.adjustedToUtc(), TimeUnit.MICROS)
                : new LogicalType.Timestamp(((LogicalType.Timestamp) temporal).adjustedToUtc(), TimeUnit.MICROS);
    }

    /** The annotation that says what the values of this schema are. */
    LogicalType annotation(Schema schema, ColumnTypes columns) {
        String adjusted =
                schema.parameters() == null ? null : schema.parameters().get(ADJUSTED_TO_UTC);
        boolean local = adjusted == null
                ? columns.zoneless() == ZonelessAs.LOCAL && schemaName.startsWith(DEBEZIUM)
                : adjusted.equals("false");
        if (!local) {
            return annotation;
        }
        if (annotation instanceof LogicalType.Time time) {
            return new LogicalType.Time(false, time.unit());
        }
        if (annotation instanceof LogicalType.Timestamp timestamp) {
            return new LogicalType.Timestamp(false, timestamp.unit());
        }
        return annotation;
    }
}

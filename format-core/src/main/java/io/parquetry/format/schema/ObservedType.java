package io.parquetry.format.schema;

import java.util.Optional;
import java.util.Set;

/**
 * The type of the values that were observed at one place. {@link #with} says which type holds the values of two; every
 * inference of a schema begins at {@link #NOTHING}, and decides itself what to do with {@link #MIXED}.
 *
 * <pre>
 * INTEGER, LONG                 LONG             LOCAL_MICROS, LOCAL_FAR      LOCAL_FAR; the same for UTC
 * INTEGER, NOT_FINITE, DOUBLE   DOUBLE           LOCAL_MICROS, LOCAL_NANOS    LOCAL_NANOS
 * any and NOTHING               that one         all other pairs              MIXED
 * </pre>
 */
public enum ObservedType {
    /** No value, or only nulls. */
    NOTHING,
    BOOLEAN,
    /** An integer that a double represents exactly. */
    INTEGER,
    /** An integer of 64 bits that a double may not represent exactly. */
    LONG(INTEGER),
    /** Text that is NaN or an infinity; a double only where there are numbers, too. */
    NOT_FINITE,
    DOUBLE(INTEGER, NOT_FINITE),
    TEXT,
    BYTES,
    DATE,
    LOCAL_MICROS,
    /** A time that nanoseconds of 64 bits cannot count, before 1677 or after 2262. */
    LOCAL_FAR(LOCAL_MICROS),
    LOCAL_NANOS(LOCAL_MICROS),
    UTC_MICROS,
    UTC_FAR(UTC_MICROS),
    UTC_NANOS(UTC_MICROS),
    LIST,
    OBJECT,
    /** Values that no single type holds. */
    MIXED;

    /** Doubles represent every integer up to here. */
    private static final long EXACT_MAX = 1L << 53;

    private static final ObservedType[] NARROW_FIRST = values();

    private final Set<ObservedType> narrower;

    ObservedType(ObservedType... narrower) {
        this.narrower = Set.of(narrower);
    }

    /** The type of an integer. */
    public static ObservedType of(long value) {
        return value >= -EXACT_MAX && value <= EXACT_MAX ? INTEGER : LONG;
    }

    /** Whether a place of this type holds values of the other. */
    public boolean holds(ObservedType other) {
        return this == other || this == MIXED || other == NOTHING || narrower.contains(other);
    }

    /** The narrowest type that holds the values of both. */
    public ObservedType with(ObservedType other) {
        if (holds(other)) {
            return this;
        }
        for (ObservedType type : NARROW_FIRST) {
            if (type.holds(this) && type.holds(other)) {
                return type;
            }
        }
        return MIXED;
    }

    /** The optional column of such values; empty for types that are no single column. */
    public Optional<Type> column(String name) {
        return switch (this) {
            case BOOLEAN -> column(name, PhysicalType.BOOLEAN);
            case INTEGER, LONG -> column(name, PhysicalType.INT64);
            case DOUBLE -> column(name, PhysicalType.DOUBLE);
            case TEXT -> column(name, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
            case BYTES -> column(name, PhysicalType.BYTE_ARRAY);
            case DATE -> column(name, PhysicalType.INT32, LogicalType.DATE);
            case LOCAL_MICROS, LOCAL_FAR -> timestamp(name, false, TimeUnit.MICROS);
            case LOCAL_NANOS -> timestamp(name, false, TimeUnit.NANOS);
            case UTC_MICROS, UTC_FAR -> timestamp(name, true, TimeUnit.MICROS);
            case UTC_NANOS -> timestamp(name, true, TimeUnit.NANOS);
            case NOTHING, NOT_FINITE, LIST, OBJECT, MIXED -> Optional.empty();
        };
    }

    private static Optional<Type> column(String name, PhysicalType type) {
        return Optional.of(PrimitiveType.of(name, Repetition.OPTIONAL, type));
    }

    private static Optional<Type> column(String name, PhysicalType type, LogicalType meaning) {
        return Optional.of(PrimitiveType.of(name, Repetition.OPTIONAL, type, meaning));
    }

    private static Optional<Type> timestamp(String name, boolean utc, TimeUnit unit) {
        return column(name, PhysicalType.INT64, new LogicalType.Timestamp(utc, unit));
    }
}

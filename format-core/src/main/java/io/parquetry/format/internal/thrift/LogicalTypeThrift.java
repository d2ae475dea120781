package io.parquetry.format.internal.thrift;

import io.parquetry.format.UsageException;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.LogicalType.EdgeInterpolation;
import io.parquetry.format.schema.LogicalType.Simple;
import io.parquetry.format.schema.TimeUnit;
import java.util.Optional;

/**
 * {@code LogicalType}, a union with one member for each annotation, and the structs of its members. An unknown
 * member, or one with an unknown parameter, is read as {@link LogicalType.Unrecognized}.
 */
final class LogicalTypeThrift {
    private static final int DECIMAL = 5;
    private static final int TIME = 7;
    private static final int TIMESTAMP = 8;
    private static final int INTEGER = 10;
    private static final int VARIANT = 16;
    private static final int GEOMETRY = 17;
    private static final int GEOGRAPHY = 18;

    private static final long BOTH_REQUIRED = CompactReader.fields(1, 2);

    private static final EdgeInterpolation[] ALGORITHMS = EdgeInterpolation.values();

    private LogicalTypeThrift() {}

    /** Reads the union in the current field; absent if it sets no member. */
    static Optional<LogicalType> read(CompactReader in) {
        LogicalType type = null;
        in.fieldStruct("LogicalType");
        while (in.nextField()) {
            if (type != null) {
                throw in.corrupt("annotated " + type + " and with member " + in.fieldId() + ", but a union has one");
            }
            type = readMember(in);
        }
        return Optional.ofNullable(type);
    }

    private static LogicalType readMember(CompactReader in) {
        int member = in.fieldId();
        return switch (member) {
            case DECIMAL -> readDecimal(in);
            case TIME, TIMESTAMP -> readTemporal(in, member);
            case INTEGER -> readInteger(in);
            case VARIANT -> readVariant(in);
            case GEOMETRY -> readGeometry(in);
            case GEOGRAPHY -> readGeography(in);
            default -> {
                in.skip();
                yield simple(member);
            }
        };
    }

    private static LogicalType simple(int member) {
        for (Simple type : Simple.values()) {
            if (member(type) == member) {
                return type;
            }
        }
        return new LogicalType.Unrecognized(member);
    }

    /** The member of an annotation without parameters, or 0 where the union has none. */
    private static int member(Simple type) {
        return switch (type) {
            case STRING -> 1;
            case MAP -> 2;
            case LIST -> 3;
            case ENUM -> 4;
            case DATE -> 6;
            case UNKNOWN -> 11;
            case JSON -> 12;
            case BSON -> 13;
            case UUID -> 14;
            case FLOAT16 -> 15;
            case INTERVAL, MAP_KEY_VALUE -> 0;
        };
    }

    /**
     * Whether the annotation is a member of the union, and is to be written as such. INTERVAL and MAP_KEY_VALUE have
     * only a converted type; a time that was read from a converted type alone is written as it was.
     */
    static boolean isWritable(LogicalType type) {
        if (type instanceof LogicalType.Time time) {
            return time.form() == LogicalType.Form.LOGICAL_TYPE;
        }
        if (type instanceof LogicalType.Timestamp timestamp) {
            return timestamp.form() == LogicalType.Form.LOGICAL_TYPE;
        }
        return !(type instanceof Simple simple) || member(simple) != 0;
    }

    static void write(int fieldId, LogicalType type, CompactWriter out) {
        out.beginStruct(fieldId);
        if (type instanceof Simple simple) {
            out.emptyStruct(member(simple));
        } else if (type instanceof LogicalType.Decimal decimal) {
            writeDecimal(decimal, out);
        } else if (type instanceof LogicalType.Time time) {
            writeTemporal(TIME, time.adjustedToUtc(), time.unit(), out);
        } else if (type instanceof LogicalType.Timestamp timestamp) {
            writeTemporal(TIMESTAMP, timestamp.adjustedToUtc(), timestamp.unit(), out);
        } else if (type instanceof LogicalType.Int integer) {
            writeInteger(integer, out);
        } else if (type instanceof LogicalType.Variant variant) {
            writeVariant(variant, out);
        } else if (type instanceof LogicalType.Geometry geometry) {
            writeGeometry(geometry, out);
        } else if (type instanceof LogicalType.Geography geography) {
            writeGeography(geography, out);
        } else {
            throw new UsageException("the annotation " + type + " cannot be written: what belongs to it is not known;"
                    + " leave the annotation out, or use one of those of LogicalTypes.md");
        }
        out.endStruct();
    }

    private static LogicalType readDecimal(CompactReader in) {
        int scale = 0;
        int precision = 0;
        in.fieldStruct("DecimalType");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> scale = in.fieldI32();
                case 2 -> precision = in.fieldI32();
                default -> in.skip();
            }
        }
        in.require("DecimalType", BOTH_REQUIRED);
        return decimal(in, precision, scale);
    }

    /** A decimal whose precision and scale are checked: an invalid scale would give numbers of millions of digits. */
    static LogicalType.Decimal decimal(CompactReader in, int precision, int scale) {
        if (precision < 1 || scale < 0 || scale > precision) {
            throw in.corrupt("DECIMAL(" + precision + "," + scale
                    + "); the precision is at least 1, and the scale is 0 up to the precision");
        }
        return new LogicalType.Decimal(precision, scale);
    }

    private static void writeDecimal(LogicalType.Decimal decimal, CompactWriter out) {
        out.beginStruct(DECIMAL);
        out.i32(1, decimal.scale());
        out.i32(2, decimal.precision());
        out.endStruct();
    }

    private static LogicalType readTemporal(CompactReader in, int member) {
        boolean adjustedToUtc = false;
        int unit = 0;
        in.fieldStruct(member == TIME ? "TimeType" : "TimestampType");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> adjustedToUtc = in.fieldBool();
                case 2 -> unit = in.fieldUnion("TimeUnit");
                default -> in.skip();
            }
        }
        in.require(member == TIME ? "TimeType" : "TimestampType", BOTH_REQUIRED);
        TimeUnit[] units = TimeUnit.values();
        if (unit < 1 || unit > units.length) {
            return new LogicalType.Unrecognized(member);
        }
        return member == TIME
                ? new LogicalType.Time(adjustedToUtc, units[unit - 1])
                : new LogicalType.Timestamp(adjustedToUtc, units[unit - 1]);
    }

    private static void writeTemporal(int member, boolean adjustedToUtc, TimeUnit unit, CompactWriter out) {
        out.beginStruct(member);
        out.bool(1, adjustedToUtc);
        out.union(2, unit.ordinal() + 1);
        out.endStruct();
    }

    private static LogicalType readInteger(CompactReader in) {
        int bitWidth = 0;
        boolean signed = false;
        in.fieldStruct("IntType");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> bitWidth = in.fieldI8();
                case 2 -> signed = in.fieldBool();
                default -> in.skip();
            }
        }
        in.require("IntType", BOTH_REQUIRED);
        if (bitWidth != 8 && bitWidth != 16 && bitWidth != 32 && bitWidth != 64) {
            throw in.corrupt("INTEGER of " + bitWidth + " bits; there are 8, 16, 32 and 64");
        }
        return new LogicalType.Int(bitWidth, signed);
    }

    private static void writeInteger(LogicalType.Int integer, CompactWriter out) {
        out.beginStruct(INTEGER);
        out.i8(1, integer.bitWidth());
        out.bool(2, integer.signed());
        out.endStruct();
    }

    private static LogicalType readVariant(CompactReader in) {
        // Writers that do not store a version wrote the first version of the specification.
        int version = 1;
        in.fieldStruct("VariantType");
        while (in.nextField()) {
            if (in.fieldId() == 1) {
                version = in.fieldI8();
            } else {
                in.skip();
            }
        }
        return new LogicalType.Variant(version);
    }

    private static void writeVariant(LogicalType.Variant variant, CompactWriter out) {
        out.beginStruct(VARIANT);
        out.i8(1, variant.specificationVersion());
        out.endStruct();
    }

    private static LogicalType readGeometry(CompactReader in) {
        Optional<String> crs = Optional.empty();
        in.fieldStruct("GeometryType");
        while (in.nextField()) {
            if (in.fieldId() == 1) {
                crs = Optional.of(in.fieldString());
            } else {
                in.skip();
            }
        }
        return new LogicalType.Geometry(crs);
    }

    private static void writeGeometry(LogicalType.Geometry geometry, CompactWriter out) {
        out.beginStruct(GEOMETRY);
        geometry.crs().ifPresent(crs -> out.string(1, crs));
        out.endStruct();
    }

    private static LogicalType readGeography(CompactReader in) {
        Optional<String> crs = Optional.empty();
        Optional<EdgeInterpolation> algorithm = Optional.empty();
        boolean recognized = true;
        in.fieldStruct("GeographyType");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> crs = Optional.of(in.fieldString());
                case 2 -> {
                    int id = in.fieldI32();
                    recognized = id >= 0 && id < ALGORITHMS.length;
                    algorithm = recognized ? Optional.of(ALGORITHMS[id]) : Optional.empty();
                }
                default -> in.skip();
            }
        }
        return recognized ? new LogicalType.Geography(crs, algorithm) : new LogicalType.Unrecognized(GEOGRAPHY);
    }

    private static void writeGeography(LogicalType.Geography geography, CompactWriter out) {
        out.beginStruct(GEOGRAPHY);
        geography.crs().ifPresent(crs -> out.string(1, crs));
        geography.algorithm().ifPresent(algorithm -> out.i32(2, algorithm.ordinal()));
        out.endStruct();
    }
}

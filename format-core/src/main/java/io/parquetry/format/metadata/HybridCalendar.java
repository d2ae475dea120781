package io.parquetry.format.metadata;

import io.parquetry.format.schema.JulianCalendar;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of a file whose days before 1582-10-15 were counted in the Julian calendar, as {@link java.util.Date}
 * counts them: in files of Spark before 3.0 (INT96 before 3.1), of a later one in its legacy mode, and of Hive 4. The
 * footer says so. To a reader that does not look, the date 0001-01-01 of such a file is 0000-12-30.
 *
 * <p>Instants are moved by whole days of UTC, as Spark moves them where its session is in UTC. In other zones Spark
 * also moves those before 1900, by some minutes.
 *
 * @param dates whether DATE was counted so
 * @param instants whether TIMESTAMP that is adjusted to UTC was
 * @param int96 whether INT96 was
 */
public record HybridCalendar(boolean dates, boolean instants, boolean int96) {
    /** No type was counted so. */
    public static final HybridCalendar NONE = new HybridCalendar(false, false, false);

    private static final String SPARK_VERSION = "org.apache.spark.version";
    private static final String SPARK_DATE_TIME = "org.apache.spark.legacyDateTime";
    private static final String SPARK_INT96 = "org.apache.spark.legacyINT96";
    private static final String HIVE_PROLEPTIC = "writer.date.proleptic";

    /** The keys of the footer that say so; a file that is written from what is read here must not have them. */
    public static final Set<String> KEYS = Set.of(SPARK_VERSION, SPARK_DATE_TIME, SPARK_INT96, HIVE_PROLEPTIC);

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int INT96_BYTES = 12;
    private static final long INT96_DAY_OF_1970 = 2_440_588;

    /** The types of a file: none where its footer says nothing. */
    public static HybridCalendar of(FileMetadata file) {
        Optional<String> spark = file.keyValue(SPARK_VERSION);
        boolean instants = spark.filter(version -> isBefore(version, 3, 0) || hasKey(file, SPARK_DATE_TIME))
                .isPresent();
        boolean int96 = spark.filter(version -> isBefore(version, 3, 1) || hasKey(file, SPARK_INT96))
                .isPresent();
        Optional<String> hive = file.keyValue(HIVE_PROLEPTIC);
        boolean datesOfHive =
                hive.filter(value -> !value.equalsIgnoreCase("true")).isPresent();
        // Only Hive 4 has this key, which is about dates; it counts INT96 so whatever the value.
        return new HybridCalendar(instants || datesOfHive, instants, int96 || hive.isPresent());
    }

    private static boolean hasKey(FileMetadata file, String key) {
        return file.keyValues().stream().anyMatch(entry -> entry.key().equals(key));
    }

    private static boolean isBefore(String version, int major, int minor) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int found = Integer.parseInt(parts.group(1));
        return found < major || found == major && Integer.parseInt(parts.group(2)) < minor;
    }

    /** Whether a column of the schema was counted so. */
    public boolean coversAny(MessageType schema) {
        return schema.leaves().stream().anyMatch(leaf -> covers(leaf.type()));
    }

    /** Whether values of this type were counted so. */
    public boolean covers(PrimitiveType type) {
        LogicalType meaning = type.logicalType().orElse(null);
        return switch (type.physicalType()) {
            case INT32 -> dates && meaning == LogicalType.DATE;
            case INT64 -> instants && meaning instanceof LogicalType.Timestamp timestamp && timestamp.adjustedToUtc();
            case INT96 -> int96;
            case BOOLEAN, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
    }

    /** How many values of a column of this type are a day. */
    public static long perDay(PrimitiveType type) {
        return type.logicalType().orElse(null) instanceof LogicalType.Timestamp timestamp
                ? SECONDS_PER_DAY * timestamp.unit().perSecond()
                : 1;
    }

    /** The day of an INT96 value, in days since 1970. */
    public static long dayOfInt96(byte[] source, int offset) {
        return int96(source, offset).getInt(Long.BYTES) - INT96_DAY_OF_1970;
    }

    /** An INT96 value with the time of another one, on this day. */
    public static byte[] int96(byte[] timeSource, int offset, long day) {
        return ByteBuffer.allocate(INT96_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(int96(timeSource, offset).getLong(0))
                .putInt((int) (day + INT96_DAY_OF_1970))
                .array();
    }

    private static ByteBuffer int96(byte[] source, int offset) {
        return ByteBuffer.wrap(source, offset, INT96_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The Gregorian value of a stored date or instant. */
    public static long gregorian(long stored, long perDay) {
        long day = Math.floorDiv(stored, perDay);
        return stored + (JulianCalendar.gregorian(day) - day) * perDay;
    }
}

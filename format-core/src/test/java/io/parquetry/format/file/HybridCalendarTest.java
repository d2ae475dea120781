package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.filter.Filter;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates that were counted in the Julian calendar are read, and found by filters, as they were written. */
class HybridCalendarTest {
    private static final String SPARK = "org.apache.spark.version";
    private static final MessageType SCHEMA = MessageType.parse("""
            message m {
              required int32 day (DATE);
              required int64 at (TIMESTAMP(MICROS, true));
              required int64 local (TIMESTAMP(MICROS, false));
            }""");
    private static final int ROWS = 3_000;
    private static final long DAY_MICROS = 86_400_000_000L;

    private static byte[] file(Map<String, String> keyValues, List<Map<String, Object>> records) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("old");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                out,
                SCHEMA,
                PlainRecords.walker(),
                WriterOptions.builder().pageRowsMax(100).build())) {
            keyValues.forEach(writer::putKeyValue);
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static ParquetReader open(byte[] file) throws IOException {
        return ParquetReader.open(new MemoryInputFile("old", file), ReaderOptions.DEFAULT);
    }

    private static List<Map<String, Object>> read(ParquetReader reader, RecordQuery query) throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        RecordCursor<Map<String, Object>> cursor =
                reader.records(GregorianDates.of(reader.metadata(), PlainRecords.builder()), query);
        while (cursor.next()) {
            records.add(cursor.record());
        }
        return records;
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.spark.version, 2.4.8, '', true, true, true",
        "org.apache.spark.version, 3.0.3, '', false, false, true",
        "org.apache.spark.version, 3.1.0, '', false, false, false",
        "org.apache.spark.version, 3.1.0-SNAPSHOT, '', false, false, false",
        "org.apache.spark.version, 10.0.0, '', false, false, false",
        "org.apache.spark.version, next, '', false, false, false",
        "org.apache.spark.version, 4.0.1, org.apache.spark.legacyDateTime, true, true, false",
        "org.apache.spark.version, 4.0.1, org.apache.spark.legacyINT96, false, false, true",
        "other, 1, org.apache.spark.legacyDateTime, false, false, false",
        "writer.date.proleptic, false, '', true, false, true",
        "writer.date.proleptic, true, '', false, false, true"
    })
    void theFooterSaysWhichTypesWereCountedSo(
            String key, String value, String other, boolean dates, boolean instants, boolean int96) throws IOException {
        Map<String, String> keyValues = other.isEmpty() ? Map.of(key, value) : Map.of(key, value, other, "");
        try (ParquetReader reader = open(file(keyValues, List.of()))) {
            assertThat(HybridCalendar.of(reader.metadata())).isEqualTo(new HybridCalendar(dates, instants, int96));
        }
    }

    /** Spark 4.0.1 in its legacy mode, with its session in UTC, was given these dates and instants. */
    @ParameterizedTest
    @ValueSource(strings = {"micros", "millis", "int96"})
    void filesOfSparkGiveWhatSparkWasGiven(String type) throws IOException {
        long perSecond = type.equals("millis") ? 1_000 : 1_000_000;
        try (ParquetReader reader = open(resource("spark-" + type))) {
            List<String> days = new ArrayList<>();
            List<Instant> instants = new ArrayList<>();
            for (Map<String, Object> each : read(reader, RecordQuery.ALL)) {
                if (each.containsKey("day")) {
                    days.add(LocalDate.ofEpochDay((int) each.get("day")).toString());
                    instants.add(
                            each.get("at") instanceof Instant instant
                                    ? instant
                                    : Instant.EPOCH.plus(
                                            (long) each.get("at"),
                                            perSecond == 1_000 ? ChronoUnit.MILLIS : ChronoUnit.MICROS));
                }
            }
            assertThat(days)
                    .containsExactly(
                            "0001-01-01",
                            "1000-01-01",
                            "1500-03-01",
                            "1582-10-04",
                            "1582-10-15",
                            "1900-01-01",
                            "2024-02-29",
                            "9999-12-31");
            assertThat(instants)
                    .containsExactly(
                            Instant.parse("0001-01-01T00:00:00Z"),
                            Instant.parse("1000-01-01T12:34:56.789Z"),
                            Instant.parse("1500-03-01T23:59:59Z"),
                            Instant.parse("1582-10-04T23:59:59.999Z"),
                            Instant.parse("1582-10-15T00:00:00Z"),
                            Instant.parse("1899-12-31T23:59:59Z"),
                            Instant.parse("2024-02-29T12:00:00Z"),
                            Instant.parse("9999-12-31T23:59:59.999Z"));
            assertThat(read(reader, RecordQuery.ALL.where(Filter.parse("at = '1000-01-01T12:34:56.789Z'"))))
                    .extracting(each -> each.get("id"))
                    .containsExactly(2);
            assertThat(read(
                            reader,
                            RecordQuery.ALL.where(
                                    Filter.parse("at IN ('0001-01-01T00:00:00Z') OR day = '1582-10-04'"))))
                    .extracting(each -> each.get("id"))
                    .containsExactly(1, 4);
            for (int i = 0; i < instants.size(); i++) {
                assertThat(matches(reader, "at < '" + instants.get(i) + "'")).hasSize(i);
                assertThat(matches(reader, "at >= '" + instants.get(i) + "'")).hasSize(instants.size() - i);
            }
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = HybridCalendarTest.class.getResourceAsStream("/hybrid-calendar/" + name + ".parquet")) {
            return in.readAllBytes();
        }
    }

    /** Hive 4.0.1, in UTC, was given these dates, each with the time 12:34:56.789. */
    @Test
    void aFileOfHiveGivesWhatHiveWasGiven() throws IOException {
        try (ParquetReader reader = open(resource("hive"))) {
            List<Map<String, Object>> records = read(reader, RecordQuery.ALL);

            assertThat(records)
                    .extracting(
                            each -> LocalDate.ofEpochDay((int) each.get("day")).toString())
                    .containsExactly(
                            "0001-01-01", "1000-01-01", "1582-10-04", "1582-10-15", "1900-01-01", "2024-02-29");
            assertThat(records)
                    .allSatisfy(each -> assertThat(each.get("at"))
                            .hasToString(LocalDate.ofEpochDay((int) each.get("day")) + "T12:34:56.789Z"));
        }
    }

    /** Around the reform, the leap days that only the Julian calendar has, and the ends of the types. */
    private static long anyDay(Random random) {
        long[] middles = {-141_427, -141_437, -171_600, -719_164, -719_470, 0, -90_000_000};
        return middles[random.nextInt(middles.length)] + random.nextInt(-6, 7);
    }

    @Test
    void filtersAgreeWithTheDatesThatAreRead() throws IOException {
        Random random = new Random(5);
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            long at = i == 0 ? Long.MIN_VALUE : anyDay(random) * DAY_MICROS + random.nextInt(3);
            int day = i == 0 ? Integer.MIN_VALUE : (int) anyDay(random);
            records.add(new TreeMap<>(Map.of("day", day, "at", at, "local", at)));
        }
        records.sort((left, right) -> Integer.compare((int) left.get("day"), (int) right.get("day")));
        Map<String, IntPredicate> operators = Map.of(
                "=", sign -> sign == 0,
                "<>", sign -> sign != 0,
                "<", sign -> sign < 0,
                "<=", sign -> sign <= 0,
                ">", sign -> sign > 0,
                ">=", sign -> sign >= 0);
        try (ParquetReader reader = open(file(Map.of(SPARK, "2.4.8"), records))) {
            List<Map<String, Object>> all = read(reader, RecordQuery.ALL);
            assertThat(all)
                    .extracting(each -> each.get("local"))
                    .isEqualTo(records.stream().map(each -> each.get("local")).toList());
            for (int i = 0; i < 60; i++) {
                long day = anyDay(random);
                long at = anyDay(random) * DAY_MICROS + random.nextInt(3);
                String dayText = LocalDate.ofEpochDay(day).toString();
                String atText = Instant.EPOCH.plus(at, ChronoUnit.MICROS).toString();
                for (Map.Entry<String, IntPredicate> operator : operators.entrySet()) {
                    assertThat(matches(reader, "day " + operator.getKey() + " '" + dayText + "'"))
                            .as(operator.getKey() + dayText)
                            .isEqualTo(all.stream()
                                    .filter(each -> operator.getValue().test(Long.compare((int) each.get("day"), day)))
                                    .toList());
                    assertThat(matches(reader, "at " + operator.getKey() + " '" + atText + "'"))
                            .as(operator.getKey() + atText)
                            .isEqualTo(all.stream()
                                    .filter(each -> operator.getValue().test(Long.compare((long) each.get("at"), at)))
                                    .toList());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'INT32, DATE', -2147483648, -5877641-06-23, false",
        "'INT32, DATE', 2147483647, +5881580-07-11, true",
        "'TIMESTAMP(MILLIS, true)', 9223372036854775807, +292278994-08-17T07:12:55.807Z, true",
        "'TIMESTAMP(MICROS, true)', 9223372036854775807, +294247-01-10T04:00:54.775807Z, true",
        "'TIMESTAMP(NANOS, true)', 9223372036854775807, 2262-04-11T23:47:16.854775807Z, true"
    })
    void theEndsOfATypeAreFound(String type, long stored, String text, boolean isThere) throws IOException {
        boolean isDate = type.endsWith("DATE");
        MessageType schema = MessageType.parse(
                "message m { required " + (isDate ? "int32 at (DATE)" : "int64 at (" + type + ")") + "; }");
        MemoryOutputFile out = new MemoryOutputFile("old");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.putKeyValue(SPARK, "2.4.8");
            writer.write(Map.of("at", isDate ? (Object) (int) stored : (Object) stored));
            writer.finish();
        }
        try (ParquetReader reader = open(out.toByteArray())) {
            assertThat(matches(reader, "at = '" + text + "'")).hasSize(isThere ? 1 : 0);
            assertThat(matches(reader, "at <= '" + text + "'")).hasSize(isThere ? 1 : 0);
            assertThat(matches(reader, "at < '" + text + "'")).isEmpty();
            assertThat(matches(reader, "at > '" + text + "'")).hasSize(isThere ? 0 : 1);
        }
    }

    private static List<Map<String, Object>> matches(ParquetReader reader, String filter) throws IOException {
        return read(reader, RecordQuery.ALL.where(Filter.parse(filter, reader.schema())));
    }
}

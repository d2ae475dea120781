package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A record's directory is that of the span of local time of its time, to the millisecond. */
class TimeDirectoriesTest {
    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = 24 * HOUR_MS;
    private static final String HOURLY = "'year'=yyyy/'month'=MM/'day'=dd/'hour'=HH";
    private static final Clock NOW = Clock.fixed(Instant.parse("2026-07-01T12:00:00Z"), ZoneOffset.UTC);

    private static Partitioner partitioner(String format, long durationMs, String zone) {
        return partitioner(format, OptionalLong.of(durationMs), zone, new TimestampSource.OfRecord());
    }

    private static Partitioner partitioner(
            String format, OptionalLong durationMs, String zone, TimestampSource source) {
        String span = durationMs.isPresent() ? "(span=" + durationMs.getAsLong() + ")" : "";
        return PathTemplate.parse(
                        "${timestamp" + span + ":" + format + "}",
                        new TimeSettings(source, TimeBounds.ANY, ZoneId.of(zone)))
                .partitioner(NOW);
    }

    /** The path of the last second of 2026. */
    private static String path(String pattern, Locale locale, String zone) {
        TimeSettings settings = new TimeSettings(new TimestampSource.OfRecord(), TimeBounds.ANY, ZoneId.of(zone));
        String template = "${timestamp(locale=" + locale.toLanguageTag() + "):" + pattern + "}";
        return directory(PathTemplate.parse(template, settings).partitioner(NOW), "2026-12-31T23:59:59Z");
    }

    private static String directory(Partitioner partitioner, String time) {
        return partitioner.directory(record(Instant.parse(time).toEpochMilli(), null, null));
    }

    private static SinkRecord record(Long timestamp, Schema schema, Object value) {
        return new SinkRecord("t", 0, null, null, schema, value, 0, timestamp, TimestampType.CREATE_TIME);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-07-01T11:59:59.999Z, year=2026/month=07/day=01/hour=11",
        "2026-07-01T12:00:00Z, year=2026/month=07/day=01/hour=12",
        "2026-07-01T12:59:59.999Z, year=2026/month=07/day=01/hour=12",
        "2026-12-31T23:59:59.999Z, year=2026/month=12/day=31/hour=23",
        "2027-01-01T00:00:00Z, year=2027/month=01/day=01/hour=00",
        "1969-12-31T23:59:59.999Z, year=1969/month=12/day=31/hour=23",
        "0001-06-01T00:00:00Z, year=0001/month=06/day=01/hour=00",
        "0000-06-01T00:00:00Z, year=0000/month=06/day=01/hour=00",
        "-0044-03-15T00:00:00Z, year=-0044/month=03/day=15/hour=00",
        "+12026-07-01T12:00:00Z, year=+12026/month=07/day=01/hour=12"
    })
    void anHourBeginsWithItsFirstMillisecond(String time, String directory) {
        assertThat(directory(partitioner(HOURLY, HOUR_MS, "UTC"), time)).isEqualTo(directory);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-06-30T21:59:59.999Z, dt=2026-06-30",
        "2026-06-30T22:00:00Z, dt=2026-07-01",
        "2026-01-01T22:59:59.999Z, dt=2026-01-01",
        "2026-01-01T23:00:00Z, dt=2026-01-02"
    })
    void aDayBeginsAtMidnightOfItsZone(String time, String directory) {
        assertThat(directory(partitioner("'dt'=yyyy-MM-dd", DAY_MS, "Europe/Berlin"), time))
                .isEqualTo(directory);
    }

    @Test
    void withTheEraYearsAreCountedInIt() {
        assertThat(directory(partitioner("yyyy G", DAY_MS, "UTC"), "-0043-03-15T00:00:00Z"))
                .isEqualTo("0044 BC");
    }

    /** Midnight and half an hour are left out where clocks are set ahead. */
    @ParameterizedTest
    @CsvSource({
        "America/Sao_Paulo, 2018-11-04T03:30:00Z, 2018-11-04T01",
        "Australia/Lord_Howe, 2026-10-03T15:31:00Z, 2026-10-04T02",
        "Pacific/Apia, 2011-12-30T10:00:00Z, 2011-12-31T00"
    })
    void aSpanThatBeginsInAHourThatIsLeftOutHasTheDirectoryOfItsRecords(String zone, String time, String directory) {
        assertThat(directory(partitioner("yyyy-MM-dd'T'HH", HOUR_MS, zone), time))
                .isEqualTo(directory);
        assertThat(directory(partitioner("yyyy-MM-dd", DAY_MS, zone), time)).isEqualTo(directory.substring(0, 10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai", "ja-JP-u-ca-japanese", "fa-IR"})
    void digitsAndCalendarAreTheSameInEachLanguage(String language) {
        assertThat(path("yyyy-MM-dd-HH", Locale.forLanguageTag(language), "UTC"))
                .isEqualTo("2026-12-31-23");
    }

    @Test
    void bothHoursOfTheNightWhenClocksAreSetBackAreDistinguished() {
        Partitioner berlin = partitioner("yyyy-MM-dd'T'HHxx", HOUR_MS, "Europe/Berlin");
        assertThat(directory(berlin, "2026-10-25T00:30:00Z")).isEqualTo("2026-10-25T02+0200");
        assertThat(directory(berlin, "2026-10-25T01:30:00Z")).isEqualTo("2026-10-25T02+0100");
        assertThat(directory(berlin, "2026-10-25T00:30:00Z")).isEqualTo("2026-10-25T02+0200");
    }

    @Test
    void spansOfOtherLengthsBeginAtTheirMultiples() {
        Partitioner quarters = partitioner("HH-mm", 15 * 60_000, "UTC");
        assertThat(directory(quarters, "2026-07-01T12:14:59.999Z")).isEqualTo("12-00");
        assertThat(directory(quarters, "2026-07-01T12:15:00Z")).isEqualTo("12-15");
        Partitioner days = partitioner(HOURLY, DAY_MS, "UTC");
        assertThat(directory(days, "2026-07-01T12:15:00Z")).isEqualTo("year=2026/month=07/day=01/hour=00");
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy-MM-dd, 2026-07-01, 2026-07-01",
        "yyyy-MM-dd'T'HH, 2026-07-01T12, 2026-07-01T13",
        "HH-mm, 12-59, 13-14",
        "HH-mm-ss, 12-59-58, 13-14-59",
        "ss.SSS, 58.001, 59.999"
    })
    void withoutDurationThePatternDecidesTheDirectory(String pattern, String first, String second) {
        Partitioner partitioner = partitioner(pattern, OptionalLong.empty(), "UTC", new TimestampSource.OfRecord());
        assertThat(directory(partitioner, "2026-07-01T12:59:58.001Z")).isEqualTo(first);
        assertThat(directory(partitioner, "2026-07-01T13:14:59.999Z")).isEqualTo(second);
    }

    @Test
    void theSameSpanGivesTheSameObject() {
        Partitioner hours = partitioner(HOURLY, HOUR_MS, "UTC");
        String first = directory(hours, "2026-07-01T12:00:00Z");
        assertThat(directory(hours, "2026-07-01T12:30:00Z")).isSameAs(first);
        assertThat(directory(hours, "2026-07-01T13:00:00Z")).isNotEqualTo(first);
        assertThat(directory(hours, "2026-07-01T12:59:00Z")).isSameAs(first);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "YYYY/MM, 2026/12",
                "'year'=YYYY, year=2026",
                "'a''b'/yyyy, a%27b/2026",
                "'topics/of/'yyyy, topics/of/2026",
                "yyyy''MM, 2026%2712",
                "HH:mm, 23%3A59",
                "'zone'=VV, zone=UTC",
                "MMMM, December",
                "yyyy.MM.dd, 2026.12.31",
                "'.'yyyy, %2E2026"
            })
    void aPatternIsReadAsItsLettersQuotesAndSlashes(String pattern, String path) {
        assertThat(path(pattern, Locale.ENGLISH, "UTC")).isEqualTo(path);
    }

    @Test
    void namesAreInTheConfiguredLanguage() {
        assertThat(path("MMMM", Locale.GERMAN, "UTC")).isEqualTo("Dezember");
    }

    @Test
    void aZoneOfTwoWordsStaysOneDirectory() {
        assertThat(path("'zone'=VV/yyyy", Locale.ENGLISH, "Europe/Berlin")).isEqualTo("zone=Europe%2FBerlin/2027");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/yyyy", "yyyy/", "yyyy//MM", "year=yyyy", "'open", "{yyyy}", "yyyy#", "''/"})
    void anInvalidPatternIsRefused(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> path(pattern, Locale.ENGLISH, "UTC"))
                .withMessageContaining(pattern);
    }

    @Test
    void aRecordWithoutTimestampIsABadRecord() {
        assertThatThrownBy(() -> partitioner(HOURLY, HOUR_MS, "UTC").directory(record(null, null, null)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no timestamp");
    }

    @Test
    void aTimeBeyondAllCalendarsIsABadRecord() {
        assertThatThrownBy(() -> partitioner(HOURLY, HOUR_MS, "+01:00").directory(record(Long.MAX_VALUE, null, null)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("9223372036854775807");
    }

    @Test
    void theWallClockCanBeTheTimeSource() {
        Partitioner wall = partitioner(HOURLY, OptionalLong.empty(), "UTC", new TimestampSource.Wallclock());
        assertThat(wall.directory(record(0L, null, null))).isEqualTo("year=2026/month=07/day=01/hour=12");
    }

    private static String byField(String path, Schema schema, Object value) {
        return partitioner("yyyy-MM-dd'T'HH", OptionalLong.empty(), "UTC", new TimestampSource.OfField(path))
                .directory(record(0L, schema, value));
    }

    private static String byField(Schema field, Object value) {
        Schema inner = SchemaBuilder.struct().field("at", field).build();
        Schema outer = SchemaBuilder.struct().field("meta", inner).build();
        return byField("meta.at", outer, new Struct(outer).put("meta", new Struct(inner).put("at", value)));
    }

    @Test
    void aFieldMayHoldTheTimeInManyForms() {
        long ms = Instant.parse("2026-07-01T08:30:00Z").toEpochMilli();
        String expected = "2026-07-01T08";
        assertThat(byField(Schema.INT64_SCHEMA, ms)).isEqualTo(expected);
        assertThat(byField(Timestamp.SCHEMA, new Date(ms))).isEqualTo(expected);
        assertThat(byField(Schema.STRING_SCHEMA, "2026-07-01T08:30:00Z")).isEqualTo(expected);
        for (String text : List.of(
                "2026-07-01T10:30:00+02:00",
                "2026-07-01T08:30Z",
                "2026-07-01T08:30:00.000+0000",
                "2026-07-01 10:30:00+02",
                Long.toString(ms))) {
            assertThat(byField(Schema.STRING_SCHEMA, text)).as(text).isEqualTo(expected);
        }
        Schema micros =
                SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
        assertThat(byField(micros, ms * 1_000)).isEqualTo(expected);
        Schema nanos =
                SchemaBuilder.int64().name("io.debezium.time.NanoTimestamp").build();
        assertThat(byField(nanos, ms * 1_000_000)).isEqualTo(expected);
        Schema days = SchemaBuilder.int32().name("io.debezium.time.Date").build();
        assertThat(byField(days, (int) (ms / DAY_MS))).isEqualTo("2026-07-01T00");
        assertThat(byField("meta.at", null, Map.of("meta", Map.of("at", ms)))).isEqualTo(expected);
    }

    @Test
    void aFieldWithoutTimeIsABadRecordWithItsPath() {
        assertThatThrownBy(() -> byField(Schema.OPTIONAL_INT64_SCHEMA, null))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("meta.at")
                .hasMessageContaining("null");
        assertThatThrownBy(() -> byField(Schema.STRING_SCHEMA, "yesterday"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("yesterday");
        assertThatThrownBy(() -> byField(Schema.BOOLEAN_SCHEMA, true))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.Boolean");
        assertThatThrownBy(() -> byField("at", null, "text"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("neither a struct nor a map");
        Schema other = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        assertThatThrownBy(() -> byField("at", other, new Struct(other).put("id", 1L)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no field at")
                .hasMessageContaining("[id]");
    }
}

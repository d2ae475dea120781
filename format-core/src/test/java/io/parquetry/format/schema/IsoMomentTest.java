package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each text of ISO 8601 names the moment that the standard says, and no other text names one. */
class IsoMomentTest {
    private static final long NOON = Instant.parse("2024-02-29T12:00:00Z").getEpochSecond();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T12:00:00Z",
                "2024-02-29T12:00Z",
                "2024-02-29T12Z",
                "2024-02-29T12:00:00.000+0000",
                "2024-02-29T12:00:00+00",
                "2024-02-29T12:00:00-00:00",
                "2024-02-29t12:00:00z",
                "2024-02-29 12:00:00Z",
                "2024-02-29 12:00:00.000000000000 +0000",
                "2024-02-29T12:00:00,0Z",
                "2024-02-29T11,5-0030",
                "2024-02-29T11:59.5-00:00:30",
                "2024-02-29T14:00+02",
                "2024-02-29T06:30:00\u221205:30",
                "2024-03-01T06:00+18:00",
                "2024-02-28T24:00:00-12:00",
                "20240229T120000Z",
                "20240229T1200Z",
                "2024-060T12:00Z",
                "2024060T12Z",
                "2024-W09-4T12:00Z",
                "2024W094T12:00Z",
                "+2024-02-29T12:00Z",
                "1709208000000",
            })
    void everyFormWithAZoneIsAnInstant(String text) {
        assertThat(IsoMoment.parse(text)).isEqualTo(new IsoMoment(IsoMoment.Form.INSTANT, NOON, 0, false));
    }

    @Test
    void aTextWithoutZoneIsLocalAndOneWithoutTimeADate() {
        assertThat(IsoMoment.parse("2024-02-29 12:00").form()).isEqualTo(IsoMoment.Form.LOCAL);
        assertThat(IsoMoment.parse("2024-02-29 12:00").epochSecond()).isEqualTo(NOON);
        assertThat(IsoMoment.parse("2024-02-29").form()).isEqualTo(IsoMoment.Form.DATE);
        assertThat(IsoMoment.parse("-0001-12-31").epochDay())
                .isEqualTo(LocalDate.of(-1, 12, 31).toEpochDay());
    }

    @Test
    void aFractionMayHaveAnyLength() {
        IsoMoment moment = IsoMoment.parse("1969-12-31T23:59:59.1234567891" + "0".repeat(10_000) + "Z");
        assertThat(moment).isEqualTo(new IsoMoment(IsoMoment.Form.INSTANT, -1, 123_456_789, true));
        assertThat(moment.epochMilli()).isEqualTo(-877);
        assertThatThrownBy(() -> moment.count(TimeUnit.NANOS)).hasMessage("it has more digits than NANOS");
        assertThat(IsoMoment.parse("1969-12-31T23:59:59.1230000000000Z").count(TimeUnit.MILLIS))
                .isEqualTo(-877);
    }

    @Test
    void aLeapSecondCountsAsTheSecondBeforeIt() {
        assertThat(IsoMoment.parse("2016-12-31T23:59:60.5Z").epochMilli())
                .isEqualTo(Instant.parse("2016-12-31T23:59:59.500Z").toEpochMilli());
        assertThat(IsoMoment.parse("2017-01-01T00:59:60+01:00").epochSecond())
                .isEqualTo(Instant.parse("2016-12-31T23:59:59Z").getEpochSecond());
        assertThatThrownBy(() -> IsoMoment.parse("2016-12-31T12:00:60Z")).isInstanceOf(DateTimeException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2024",
                "2024-02",
                "2024-02-30",
                "2023-366",
                "2023-000",
                "2023-W53-1",
                "2024-W00-1",
                "2024-W09-8",
                "2024-02-29T",
                "2024-02-29TZ",
                "2024-02-29Z",
                "2024-02-29+01:00",
                "2024-02-29T12:00:00UTC",
                "2024-02-29T12:00:00Z ",
                " 2024-02-29T12:00:00Z",
                "2024-02-29  12:00:00Z",
                "2024-02-29_12:00:00Z",
                "2024-02-29T12:00:00  Z",
                "2024-02-29T12:00:00+",
                "2024-02-29T12:00:00+1",
                "2024-02-29T12:00:00+1:00",
                "2024-02-29T12:00:00+00:60",
                "2024-02-29T12:00:00+18:01",
                "2024-02-29T12:00:00+01:00[Europe/Paris]",
                "2024-02-29T12:00:00.Z",
                "2024-02-29T12:0Z",
                "2024-02-29T12:00:0Z",
                "2024-02-29T12:60Z",
                "2024-02-29T12:00:61Z",
                "2024-02-29T24:00:00.1Z",
                "2024-02-29T25:00Z",
                "2024-2-29T12:00Z",
                "24-02-29T12:00Z",
                "12024-02-29T12:00Z",
                "+99999999999-02-29T12:00Z",
                "+9999999999-02-29T12:00Z",
                "170920800000",
                "-1709208000000",
                "\u0661\u0667\u0660\u0669\u0662\u0660\u0668\u0660\u0660\u0660\u0660\u0660\u0660",
                "\u0662024-02-29T12:00Z",
            })
    void everyOtherTextIsRefused(String text) {
        assertThatThrownBy(() -> IsoMoment.parse(text)).isInstanceOf(DateTimeException.class);
    }

    @ParameterizedTest
    @CsvSource({"-1000000000-01-01T00:00Z", "+1000000000-01-01T00:00Z"})
    void aYearThatTheCalendarOfJavaDoesNotHaveIsRefused(String text) {
        assertThatThrownBy(() -> IsoMoment.parse(text)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void whatJavaPrintsComesBack() {
        for (long second = -100_000_000_000_000L; second <= 100_000_000_000_000L; second += 999_999_999_937L) {
            Instant instant = Instant.ofEpochSecond(second, second & 0x3FFF_FFFF & 999_999_999);
            OffsetDateTime offset = instant.atOffset(ZoneOffset.ofTotalSeconds((int) (second % 64_800)));
            for (String text : new String[] {
                instant.toString(), offset.toString(), DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(offset)
            }) {
                IsoMoment moment = IsoMoment.parse(text);
                assertThat(Instant.ofEpochSecond(moment.epochSecond(), moment.nanos()))
                        .as(text)
                        .isEqualTo(instant);
            }
        }
    }

    @Test
    void weeksBelongToTheYearOfTheirThursday() {
        for (LocalDate day = LocalDate.of(1998, 12, 20);
                day.isBefore(LocalDate.of(2012, 1, 10));
                day = day.plusDays(1)) {
            String text = DateTimeFormatter.ISO_WEEK_DATE.format(day);
            assertThat(IsoMoment.parse(text).epochDay()).as(text).isEqualTo((int) day.toEpochDay());
        }
    }

    @Test
    void aTimeOfDayHasNoDateAndOnlyUtcAsZone() {
        assertThat(IsoMoment.parseTimeOfDay("12:00"))
                .isEqualTo(new IsoMoment.TimeOfDay(43_200_000_000_000L, false, false));
        assertThat(IsoMoment.parseTimeOfDay("12:00:00.5Z"))
                .isEqualTo(new IsoMoment.TimeOfDay(43_200_500_000_000L, false, true));
        for (String text : new String[] {"", "24:00", "23:59:60", "12:00+01:00", "T12:00"}) {
            assertThatThrownBy(() -> IsoMoment.parseTimeOfDay(text)).isInstanceOf(DateTimeException.class);
        }
    }
}

package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnForm;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.NanosAs;
import io.parquetry.connect.common.schema.TimeAs;
import io.parquetry.connect.common.schema.ZonelessAs;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.TimeUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Times of day and timestamps of nanoseconds in each of their columns: the values that were written come back, with
 * their schemas, wherever they are in a record; a value that a column cannot hold is refused.
 */
class TemporalColumnsTest {
    private static final Schema DBZ_TIME = named(Schema.Type.INT32, "io.debezium.time.Time");
    private static final Schema MICRO_TIME = named(Schema.Type.INT64, "io.debezium.time.MicroTime");
    private static final Schema NANO_TIME = named(Schema.Type.INT64, "io.debezium.time.NanoTime");
    private static final Schema NANO_STAMP = named(Schema.Type.INT64, "io.debezium.time.NanoTimestamp");
    private static final Schema CONFLUENT = named(Schema.Type.INT64, "io.confluent.connect.jdbc.data.NanoTimestamp");

    private static final Schema INNER = SchemaBuilder.struct()
            .optional()
            .field("time", Time.SCHEMA)
            .field("stamp", NANO_STAMP)
            .build();
    private static final Schema TIMES = SchemaBuilder.struct()
            .name("Times")
            .field("time", Time.builder().optional().build())
            .field("dbzTime", DBZ_TIME)
            .field("microTime", MICRO_TIME)
            .field("nanoTime", NANO_TIME)
            .field("nanoStamp", NANO_STAMP)
            .field("confluent", CONFLUENT)
            .field("inner", INNER)
            .field("list", SchemaBuilder.array(Time.SCHEMA).build())
            .field("map", SchemaBuilder.map(MICRO_TIME, CONFLUENT).build())
            .field("byTime", SchemaBuilder.map(Time.SCHEMA, INNER).build())
            .build();

    private static Schema named(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).build();
    }

    private static Struct times(int millis, long stamp) {
        Struct inner = new Struct(INNER).put("time", new Date(millis)).put("stamp", stamp);
        return new Struct(TIMES)
                .put("time", new Date(millis))
                .put("dbzTime", millis)
                .put("microTime", millis * 1_000L + 456)
                .put("nanoTime", millis * 1_000_000L + 456_789)
                .put("nanoStamp", stamp)
                .put("confluent", -stamp)
                .put("inner", inner)
                .put("list", List.of(new Date(millis), new Date(0)))
                .put("map", Map.of(millis * 1_000L, stamp))
                .put("byTime", Map.of(new Date(millis), inner));
    }

    static Stream<Arguments> columns() {
        return Arrays.stream(TimeAs.values())
                .flatMap(time -> Arrays.stream(NanosAs.values()).map(nanos -> Arguments.of(time, nanos)));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void theSameValuesComeBackFromEachColumn(TimeAs time, NanosAs nanos) throws IOException {
        ColumnTypes columns = ColumnTypes.DEFAULT.with(time).with(nanos);
        List<SinkRecord> records = new ArrayList<>();
        for (int millis : new int[] {0, 1, 43_200_000, 86_399_999}) {
            long stamp = millis == 1 ? Long.MAX_VALUE / 1_000 * 1_000 : millis * 1_000L;
            records.add(
                    new SinkRecord("t", 0, INNER, times(millis, stamp).get("inner"), TIMES, times(millis, stamp), 0));
        }
        records.add(new SinkRecord("t", 0, INNER, null, TIMES, times(5, -1_000).put("time", null), 0));
        RecordLayout layout = RecordLayout.of(INNER, TIMES, RecordMetadata.KAFKA, columns);

        List<StoredRecord> back = TestFiles.read(TestFiles.write(layout, records));

        for (int i = 0; i < records.size(); i++) {
            SinkRecord record = records.get(i);
            RandomConnectRecords.assertSame(
                    back.get(i).valueSchema(), back.get(i).value(), TIMES, record.value());
            StoredRecord.KafkaMetadata kafka = back.get(i).kafka().orElseThrow();
            RandomConnectRecords.assertSame(kafka.keySchema(), kafka.key(), INNER, record.key());
        }
    }

    private static String file(TimeAs time, NanosAs nanos) {
        Schema schema = SchemaBuilder.struct()
                .field("time", Time.SCHEMA)
                .field("nanoTime", NANO_TIME)
                .field("stamp", NANO_STAMP)
                .field(
                        "local",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.NanoTimestamp")
                                .parameter("parquet.adjusted.to.utc", "false")
                                .build())
                .field("other", named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"))
                .build();
        return RecordLayout.of(
                        null,
                        schema,
                        RecordMetadata.NONE,
                        ColumnTypes.DEFAULT.with(time).with(nanos))
                .schema()
                .toString();
    }

    @Test
    void theColumnsAreThoseThatWereAskedFor() {
        assertThat(file(TimeAs.INTEGER, NanosAs.INTEGER))
                .contains("int32 time;", "int64 nanoTime;", "int64 stamp;", "int64 local;")
                .contains("int64 other (TIMESTAMP(MICROS,true))");
        assertThat(file(TimeAs.TEXT, NanosAs.MICROS))
                .contains("binary time (STRING);", "binary nanoTime (STRING);")
                .contains("stamp (TIMESTAMP(MICROS,true));", "local (TIMESTAMP(MICROS,false));");
        assertThat(file(TimeAs.TIME, NanosAs.NANOS))
                .contains("time (TIME(MILLIS,true));", "nanoTime (TIME(NANOS,true));")
                .contains("stamp (TIMESTAMP(NANOS,true));", "local (TIMESTAMP(NANOS,false));");
    }

    @ParameterizedTest
    @CsvSource({"TABLE, MICROS, 1000", "TABLE_WITH_NANOS, NANOS, 1"})
    void aTableHasNanosecondsWhereItsFormatHas(ColumnForm form, String unit, long nanos) throws IOException {
        RecordLayout layout = RecordLayout.of(
                null, TIMES, RecordMetadata.NONE, ColumnTypes.DEFAULT.with(form).with(TimeAs.INTEGER));
        Struct value = times(1, -nanos);

        assertThat(layout.schema().toString())
                .contains("int64 nanoStamp (TIMESTAMP(" + unit + ",true))")
                .contains("int64 confluent (TIMESTAMP(" + unit + ",true))");
        List<StoredRecord> back =
                TestFiles.read(TestFiles.write(layout, List.of(new SinkRecord("t", 0, null, null, TIMES, value, 0))));
        RandomConnectRecords.assertSame(back.get(0).valueSchema(), back.get(0).value(), TIMES, value);
    }

    @Test
    void nanosecondsThatMicrosecondsCannotHoldAreRefusedAndNotCut() throws IOException {
        Schema schema = SchemaBuilder.struct().field("at", NANO_STAMP).build();
        RecordLayout layout =
                RecordLayout.of(null, schema, RecordMetadata.NONE, ColumnTypes.DEFAULT.with(NanosAs.MICROS));

        for (long stamp : new long[] {1_709_251_198_123_456_789L, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            SinkRecord record = new SinkRecord("t", 0, null, null, schema, new Struct(schema).put("at", stamp), 0);

            assertThatThrownBy(() -> TestFiles.write(layout, List.of(record)))
                    .isInstanceOf(InvalidRecordException.class)
                    .hasMessageContaining("field at")
                    .hasMessageContaining("the timestamp " + stamp + " (in seconds: ")
                    .hasMessageContaining("set types.as to nanos:integer or nanos:nanos");
        }
    }

    @Test
    void theRefusedTimestampIsShownInSeconds() {
        Schema schema = SchemaBuilder.struct().field("at", NANO_STAMP).build();
        RecordLayout layout =
                RecordLayout.of(null, schema, RecordMetadata.NONE, ColumnTypes.DEFAULT.with(NanosAs.MICROS));
        SinkRecord record = new SinkRecord("t", 0, null, null, schema, new Struct(schema).put("at", -1L), 0);

        assertThatThrownBy(() -> TestFiles.write(layout, List.of(record)))
                .hasMessageContaining("(in seconds: -0.000000001)");
    }

    private static final MessageType NO_FILE = MessageType.parse("message m { optional int32 a; }");

    private static String note(ColumnTypes columns) {
        return RecordLayout.of(null, TIMES, RecordMetadata.NONE, columns)
                .keyValueMetadata()
                .get("parquetry.connect.schema");
    }

    @Test
    void olderConnectorsRestoreFilesWithTheDefaultsAndRefuseOthers() {
        assertThat(note(ColumnTypes.DEFAULT)).startsWith("{\"version\":1,").doesNotContain("timeAs");
        assertThat(note(ColumnTypes.DEFAULT.with(TimeAs.TEXT)))
                .startsWith("{\"version\":2,")
                .contains("\"timeAs\":\"text\"");
    }

    @Test
    void aFormThatIsNotKnownIsAnError() {
        String text = note(ColumnTypes.DEFAULT.with(TimeAs.TEXT)).replace("\"text\"", "\"words\"");

        assertThatThrownBy(() -> LayoutMetadata.read(text, NO_FILE))
                .isInstanceOf(DataException.class)
                .hasMessage("its timeAs is 'words'; it must be one of [time, integer, text]");
        assertThatThrownBy(() -> LayoutMetadata.read(text.replace("\"version\":2", "\"version\":8"), NO_FILE))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("versions 1 to 7");
    }

    private static StoredRecord stored(Schema schema, Object value, ColumnTypes columns) throws IOException {
        SinkRecord record = new SinkRecord("t", 0, null, null, schema, value, 0);
        return TestFiles.read(
                        TestFiles.write(RecordLayout.of(null, schema, RecordMetadata.NONE, columns), List.of(record)))
                .get(0);
    }

    static Stream<Arguments> timesOutsideOfTheDay() {
        return Stream.of(
                Arguments.of(MICRO_TIME, -3_600_000_000L, "the time -3600000000 (-01:00:00.000000)"),
                Arguments.of(MICRO_TIME, 3_020_399_000_000L, "the time 3020399000000 (838:59:59.000000)"),
                Arguments.of(MICRO_TIME, 86_400_000_000L, "(24:00:00.000000)"),
                Arguments.of(DBZ_TIME, -1, "the time -1 (-00:00:00.001)"),
                Arguments.of(DBZ_TIME, 86_400_000, "(24:00:00.000)"),
                Arguments.of(NANO_TIME, Long.MIN_VALUE, "the time -9223372036854775808 ("),
                Arguments.of(NANO_TIME, 86_400_000_000_000L, "(24:00:00.000000000)"));
    }

    @ParameterizedTest
    @MethodSource
    void timesOutsideOfTheDay(Schema schema, Object value, String message) throws IOException {
        for (TimeAs form : List.of(TimeAs.INTEGER, TimeAs.TEXT)) {
            assertThat(stored(schema, value, ColumnTypes.DEFAULT.with(form)).value())
                    .isEqualTo(value);
        }
        assertThatThrownBy(() -> stored(schema, value, ColumnTypes.DEFAULT))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining(message)
                .hasMessageEndingWith("set types.as to time:text or time:integer, or correct it");
    }

    private static final Schema MILLI_STAMP = named(Schema.Type.INT64, "io.debezium.time.Timestamp");
    private static final Schema MICRO_STAMP = named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp");

    static Stream<Arguments> timestampsThatEnginesCannotShow() {
        return Stream.of(
                Arguments.of(MILLI_STAMP, ZonelessAs.UTC, 9_223_372_036_854_776L),
                Arguments.of(MILLI_STAMP, ZonelessAs.UTC, -9_223_372_036_854_776L),
                Arguments.of(MILLI_STAMP, ZonelessAs.UTC, Long.MAX_VALUE),
                Arguments.of(Timestamp.SCHEMA, ZonelessAs.UTC, new Date(Long.MAX_VALUE)),
                Arguments.of(Timestamp.SCHEMA, ZonelessAs.UTC, new Date(Long.MIN_VALUE)),
                Arguments.of(MILLI_STAMP, ZonelessAs.LOCAL, -9_223_372_022_400_001L),
                Arguments.of(MICRO_STAMP, ZonelessAs.LOCAL, -9_223_372_022_400_000_001L));
    }

    @ParameterizedTest
    @MethodSource
    void timestampsThatEnginesCannotShow(Schema schema, ZonelessAs zoneless, Object value) {
        assertThatThrownBy(() -> stored(schema, value, ColumnTypes.DEFAULT.with(zoneless)))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("is one that engines cannot show")
                .hasMessageContaining("294247-01-10T04:00:54");
    }

    @Test
    void theInfinitiesOfPostgresAreStored() throws IOException {
        for (long micros : new long[] {9_223_372_036_825_200_000L, -9_223_372_036_832_400_000L}) {
            assertThat(stored(MICRO_STAMP, micros, ColumnTypes.DEFAULT).value()).isEqualTo(micros);
            assertThat(stored(MILLI_STAMP, micros / 1_000, ColumnTypes.DEFAULT).value())
                    .isEqualTo(micros / 1_000);
        }
    }

    private static String text(TimeUnit unit, long time) {
        return new String(new TimeOfDayText(unit).write(time), StandardCharsets.US_ASCII);
    }

    @Test
    void aTimeHasTheDigitsOfItsUnit() {
        assertThat(text(TimeUnit.MILLIS, 86_399_999)).isEqualTo("23:59:59.999");
        assertThat(text(TimeUnit.MICROS, 1)).isEqualTo("00:00:00.000001");
        assertThat(text(TimeUnit.NANOS, 3_723_000_000_004L)).isEqualTo("01:02:03.000000004");
        assertThat(text(TimeUnit.MILLIS, -1)).isEqualTo("-00:00:00.001");
        assertThat(text(TimeUnit.MILLIS, -(838 * 3_600 + 59 * 60 + 59) * 1_000L))
                .isEqualTo("-838:59:59.000");
        assertThat(text(TimeUnit.MICROS, 86_400_000_000L)).isEqualTo("24:00:00.000000");
    }

    @Test
    void textsAreTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(text(TimeUnit.MILLIS, -5_400_000)).isEqualTo("-01:30:00.000");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Property(tries = 300)
    void everyNumberHasATextOfItsOwn(@ForAll long time, @ForAll TimeUnit unit) {
        for (long some : new long[] {time, time % 86_400_000L, Long.MIN_VALUE, Long.MAX_VALUE}) {
            byte[] text = new TimeOfDayText(unit).write(some);
            byte[] within = new byte[text.length + 7];
            System.arraycopy(text, 0, within, 3, text.length);

            assertThat(new TimeOfDayText(unit).read(within, 3, text.length)).isEqualTo(some);
        }
    }

    @Property(tries = 300)
    void timesOfADaySortAsTheirTexts(@ForAll long one, @ForAll long other) {
        long first = Math.floorMod(one, 86_400_000L);
        long second = Math.floorMod(other, 86_400_000L);

        assertThat(Integer.signum(text(TimeUnit.MILLIS, first).compareTo(text(TimeUnit.MILLIS, second))))
                .isEqualTo(Long.compare(first, second));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "12",
                "12:00:00",
                "12:00:00.1234",
                "12:00:60.000",
                "1:00:00.000",
                "+1:00:00.000",
                "12:0x:00.000",
                "12.00:00:000",
                "-00:00:00.000",
                "99999999999999999999:00:00.000",
                "012:00:00.000"
            })
    void otherTextIsRefused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> new TimeOfDayText(TimeUnit.MILLIS).read(bytes, 0, bytes.length))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith(
                        "a time of day is the text \"" + text + "\"; the sink writes it as 23:59:58 and 3");
    }

    @Test
    void datesAreNotSharedByTheRowsOfOneText() throws IOException {
        Schema schema = SchemaBuilder.struct().field("time", Time.SCHEMA).build();
        Struct value = new Struct(schema).put("time", new Date(7));
        SinkRecord record = new SinkRecord("t", 0, null, null, schema, value, 0);
        InputFile file = TestFiles.write(
                RecordLayout.of(null, schema, RecordMetadata.NONE, ColumnTypes.DEFAULT.with(TimeAs.TEXT)),
                List.of(record, record));

        List<StoredRecord> back = TestFiles.read(file);

        assertThat(((Struct) back.get(0).value()).get("time"))
                .isEqualTo(((Struct) back.get(1).value()).get("time"))
                .isNotSameAs(((Struct) back.get(1).value()).get("time"));
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            assertThat(StoredRows.of(reader.metadata()).origin()).isEqualTo(StoredRows.Origin.METADATA);
        }
    }
}

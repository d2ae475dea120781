package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.StoragePath;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A template gives each record one path of as many directories as it has itself, from which a reader that knows Hive's
 * partitions gets the values back; a text that is no template is refused with the place of its fault.
 */
class PathTemplateTest {
    private static final TimeSettings UTC = TimeSettings.OF_RECORDS_IN_UTC;
    private static final Clock NOW = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static Partitioner partitioner(String template) {
        return PathTemplate.parse(template, UTC).partitioner(NOW);
    }

    private static SinkRecord record(Object key, Object value) {
        long timestampMs = Instant.parse("2026-07-01T12:30:00Z").toEpochMilli();
        return new SinkRecord("orders", 3, null, key, null, value, 17, timestampMs, TimestampType.CREATE_TIME);
    }

    private static SinkRecord ofField(Schema field, Object content) {
        Schema schema = SchemaBuilder.struct().field("f", field).build();
        Struct value = new Struct(schema).put("f", content);
        return new SinkRecord("orders", 3, null, null, schema, value, 17, 0L, TimestampType.CREATE_TIME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../${topic}", "a/../b", "./a", "a/.", ".."})
    void aDirectoryThatLeavesItsOwnIsAFault(String template) {
        assertThatThrownBy(() -> PathTemplate.parse(template, UTC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a path leads to no other place than its own");
    }

    @Test
    void allPlaceholdersTogetherMakeAPath() {
        SinkRecord record = record(Map.of("id", 7), Map.of("address", Map.of("country", "DE")));
        record.headers().addString("source", "shop a").addString("source", "shop b");
        assertThat(partitioner("dt=${timestamp:yyyy-MM-dd}/country=${value.address.country}/src=${header.source}"
                                + "/shard=${partition}/${topic}-${key.id}/all")
                        .directory(record))
                .isEqualTo("dt=2026-07-01/country=DE/src=shop b/shard=3/orders-7/all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "${timestamp:yyyy/MM/dd} | 2026/07/01",
                "year=${timestamp:yyyy/'month'=MM} | year=2026/month=07",
                "${timestamp:HH'}'mm} | 12}30",
                "${timestamp(span=900000):HH-mm} | 12-30",
                "${timestamp(span=7200000):HH-mm}/${timestamp:mm} | 12-00/30",
                "${timestamp(locale=de):MMMM} | Juli",
                "${timestamp(locale=fr,span=86400000):MMMM-HH} | juillet-00",
                "h=${timestamp:HH:mm} | h=12%3A30",
                "$$${partition}$$ | $3$",
                "a=b=${partition}=c | a=b%3D3%3Dc",
                "=${partition} | %3D3",
                "${partition}= | 3%3D",
                "${topic}=${partition} | orders=3",
                "a:b=${partition} | a%3Ab=3",
                "_x${partition}/.y | %5Fx3/%2Ey",
                "..  /${partition} | %2E.  /3",
                "${value.\"a.b\"} | dotted",
                "${value.\"x}y\"} | braced",
                "${value.`x}y`} | braced",
                "${header.`a.b`} | header",
                "${header.a.b} | header",
                "${header.\"a.b\"} | header"
            })
    void textAroundPlaceholdersIsKeptAsFarAsADirectoryCanHoldIt(String template, String path) {
        SinkRecord record = record(null, Map.of("a.b", "dotted", "x}y", "braced"));
        record.headers().addString("a.b", "header");
        assertThat(partitioner(template).directory(record)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | 1 | has no name",
                "a//b | 3 | has no name",
                "//a | 2 | has no name",
                "/ | 2 | has no name",
                "a/ | 3 | has no name",
                "dt=$x | 4 | write $$",
                "a/${country} | 3 | write ${value.country}",
                "${topics} | 1 | ${topic}, ${partition}, ${key}",
                "${topic.x} | 1 | no placeholder ${topic.x}",
                "${schema} | 1 | ${schema.name}, ${schema.version}",
                "${schema.type} | 1 | ${schema.name}, ${schema.version}",
                "${header} | 1 | ${header.NAME}",
                "${header.} | 1 | no name",
                "${value.} | 1 | empty name",
                "${value.a..b} | 1 | empty name",
                "${key:x} | 1 | no placeholder ${key:x}",
                "x${value.a | 2 | not closed",
                "x${timestamp:'}} | 2 | not closed",
                "${timestamp} | 1 | needs a pattern",
                "a${timestamp(span=0):HH} | 2 | 1 or more",
                "${timestamp(span=1h):HH} | 1 | milliseconds",
                "${timestamp(locale=_):HH} | 1 | de-AT",
                "${timestamp(zone=UTC):HH} | 1 | span=MILLISECONDS and locale=LANGUAGE",
                "${timestamp():HH} | 1 | no option",
                "${timestamp(span=5:HH} | 1 | parenthesis",
                "${timestamp:} | 1 | needs a pattern",
                "${timestamp:year} | 1 | not a date or time",
                "${timestamp:yyyy//MM} | 1 | empty directory"
            })
    void aFaultIsReportedWithItsPosition(String template, int position, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> partitioner(template))
                .withMessageContaining("position " + position + ":")
                .withMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ab\u0000/${partition}", "ab\n", "/a\tb", "${timestamp:yyyy'\u0001'}", "ab\u007f${value.f}"})
    void aControlCharacterInFixedTextIsRefused(String template) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> partitioner(template))
                .withMessageContaining("position")
                .withMessageContaining("the control character U+00");
    }

    @Test
    void aFixedNameThatNoDirectoryCanHaveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> partitioner("n".repeat(300)))
                .withMessageContaining("255 bytes");
    }

    @Test
    void recordTypesHaveDirectoriesByTheNameAndVersionOfTheirSchema() {
        Partitioner partitioner = partitioner("type=${schema.name}/v=${schema.version}");
        assertThat(partitioner.directory(ofSchema("com.shop.OrderPlaced", 3)))
                .isEqualTo("type=com.shop.OrderPlaced/v=3");
        assertThat(partitioner.directory(ofSchema("a/b=c", 12))).isEqualTo("type=a%2Fb%3Dc/v=12");
        assertThat(partitioner.directory(ofSchema(null, null)))
                .isEqualTo("type=__HIVE_DEFAULT_PARTITION__/v=__HIVE_DEFAULT_PARTITION__");
        assertThat(partitioner.directory(record(null, null)))
                .isEqualTo("type=__HIVE_DEFAULT_PARTITION__/v=__HIVE_DEFAULT_PARTITION__");
    }

    private static SinkRecord ofSchema(String name, Integer version) {
        SchemaBuilder schema = SchemaBuilder.struct().name(name);
        if (version != null) {
            schema.version(version);
        }
        Schema built = schema.build();
        return new SinkRecord("orders", 3, null, null, built, new Struct(built), 17, 0L, TimestampType.CREATE_TIME);
    }

    @Test
    void nullHasADirectoryOfItsOwn() {
        Partitioner partitioner = partitioner("c=${value.a.b}/h=${header.none}");
        String expected = "c=__HIVE_DEFAULT_PARTITION__/h=__HIVE_DEFAULT_PARTITION__";
        assertThat(partitioner.directory(record(null, Map.of("a", Map.of("b", "")))))
                .isEqualTo(expected);
        assertThat(partitioner.directory(record(null, Map.of()))).isEqualTo(expected);
        assertThat(partitioner.directory(record(null, null))).isEqualTo(expected);
        assertThat(partitioner("${value.a}").directory(record(null, null))).startsWith("%5F_HIVE");
    }

    @Test
    void valuesOfEveryNameableTypeHaveOneText() {
        Partitioner field = partitioner("f=${value.f}");
        java.util.Date noon = java.util.Date.from(Instant.parse("2026-07-01T12:00:00Z"));
        java.util.Date midnight = java.util.Date.from(Instant.parse("2026-07-01T00:00:00Z"));
        Schema days = SchemaBuilder.int32().name("io.debezium.time.Date").build();
        assertThat(field.directory(ofField(Schema.INT8_SCHEMA, (byte) -1))).isEqualTo("f=-1");
        assertThat(field.directory(ofField(Schema.INT64_SCHEMA, 1L << 40))).isEqualTo("f=1099511627776");
        assertThat(field.directory(ofField(Schema.BOOLEAN_SCHEMA, true))).isEqualTo("f=true");
        assertThat(field.directory(ofField(Schema.FLOAT64_SCHEMA, 0.5))).isEqualTo("f=0.5");
        assertThat(field.directory(ofField(Timestamp.SCHEMA, noon))).isEqualTo("f=2026-07-01T12%3A00%3A00Z");
        assertThat(field.directory(ofField(Date.SCHEMA, midnight))).isEqualTo("f=2026-07-01");
        assertThat(field.directory(ofField(Time.SCHEMA, new java.util.Date(3_600_000))))
                .isEqualTo("f=01%3A00");
        assertThat(field.directory(ofField(days, 20_635))).isEqualTo("f=2026-07-01");
        assertThat(field.directory(record(null, Map.of("f", new BigDecimal("1E+3")))))
                .isEqualTo("f=1000");
        assertThat(field.directory(record(null, Map.of("f", new BigDecimal("1E+999999999")))))
                .isEqualTo("f=1E+999999999");
        assertThat(field.directory(record(null, Map.of("f", "ü".getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo("f=ü");
    }

    @Test
    void aValueThatCannotBeANameIsABadRecordThatNamesThePlaceholder() {
        Partitioner field = partitioner("x=${partition}/f=${value.f}");
        for (Object content : List.of(
                List.of(1), Map.of("a", 1), new byte[] {(byte) 0xff}, "n".repeat(300), "\ud800", "ü".repeat(128))) {
            assertThatThrownBy(() -> field.directory(record(null, Map.of("f", content))))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("${value.f}")
                    .hasMessageNotContaining("n".repeat(100));
        }
        assertThat(field.directory(record(null, Map.of("f", "n".repeat(253))))).hasSize(4 + 2 + 253);
    }

    @Test
    void aPathThatWouldBeTooLongIsABadRecord() {
        String template = "${value.f}/".repeat(9) + "end";
        assertThatThrownBy(() -> partitioner(template).directory(record(null, Map.of("f", "n".repeat(250)))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("at most 2048");
    }

    @Test
    void fieldsMakeADirectoryEach() {
        Partitioner partitioner =
                partitioner("country=${value.country}/address.city=${value.address.city}/a.b=${value.\"a.b\"}");
        assertThat(partitioner.directory(
                        record(null, Map.of("country", "DE", "address", Map.of("city", "Köln"), "a.b", 1))))
                .isEqualTo("country=DE/address.city=Köln/a.b=1");
    }

    @Property(tries = 500)
    void aReaderOfHivePartitionsGetsTheValuesBack(
            @ForAll @Size(min = 1, max = 4) List<@StringLength(min = 1, max = 30) String> values) {
        values.forEach(value ->
                Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(value) && value.indexOf('\ufffd') < 0));
        StringBuilder template = new StringBuilder();
        Map<String, Object> fields = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            template.append(i == 0 ? "" : "/").append("k" + i + "=${value.v" + i + "}");
            fields.put("v" + i, values.get(i));
        }
        String path = partitioner(template.toString()).directory(record(null, fields));
        List<String> read = new ArrayList<>();
        for (String directory : path.split("/", -1)) {
            read.add(unescaped(directory.substring(directory.indexOf('=') + 1)));
        }
        assertThat(read).isEqualTo(values);
    }

    @Property(tries = 500)
    void noValueLeavesItsDirectoryOrHidesIt(
            @ForAll @StringLength(max = 12) String any, @ForAll @IntRange(max = 7) int n) {
        String value =
                List.of("..", ".", "/", "../", "_", "\\", "\u0000", "a/../../b").get(n) + any;
        Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(value));
        for (String template : List.of("${value.v}", "${value.v}${value.v}", "a/${value.v}/b", "x=${value.v}")) {
            String path = partitioner(template).directory(record(null, Map.of("v", value)));
            assertThat(path.split("/", -1)).hasSameSizeAs(template.split("/", -1));
            assertThat(StoragePath.requireFile("topics/t/" + path)).doesNotContain("/.", "/_");
        }
    }

    /** As Hive reads a directory's name. */
    private static String unescaped(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '%') {
                bytes.write(Integer.parseInt(name.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                int codePoint = name.codePointAt(i);
                bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(codePoint) - 1;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theSameValuesGiveTheSameObjectInWhateverOrder() {
        Partitioner partitioner = partitioner("u=${value.u}/dt=${timestamp:yyyy-MM-dd}/p=${partition}");
        Map<Integer, String> paths = new HashMap<>();
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int user = random.nextInt(1_000);
            String path = partitioner.directory(record(null, Map.of("u", "user-" + user)));
            assertThat(path).isEqualTo("u=user-" + user + "/dt=2026-07-01/p=3");
            assertThat(paths.computeIfAbsent(user, any -> path)).isSameAs(path);
        }
    }

    @Test
    void thePlaceholderWithMostValuesIsKnown() {
        Partitioner partitioner = partitioner("c=${value.c}/u=${value.u}/p=${partition}");
        assertThat(partitioner.mostDistinct()).isEmpty();
        partitioner.directory(record(null, Map.of("c", 1, "u", 1)));
        assertThat(partitioner.mostDistinct()).isEmpty();
        for (int i = 0; i < 3 * Partitioner.PATHS_MAX; i++) {
            partitioner.directory(record(null, Map.of("c", i % 3, "u", i)));
        }
        assertThat(partitioner.mostDistinct())
                .contains(new Partitioner.ValueCount("${value.u}", Partitioner.PATHS_MAX));
    }

    /** Connect replaces ${provider:path:key}; a provider by the name of timestamp would take our placeholder away. */
    @Test
    void configProvidersLeaveTemplatesAlone() {
        ConfigProvider provider = new DirectoryConfigProvider();
        provider.configure(Map.of());
        ConfigTransformer transformer = new ConfigTransformer(Map.of("file", provider));
        String template = "dt=${timestamp:yyyy-MM-dd}/h=${timestamp:HH:mm}/c=${value.a}";
        assertThat(transformer.transform(Map.of("path.template", template)).data())
                .containsEntry("path.template", template);
    }

    @Test
    void aTemplateKnowsWhetherItReadsTheTime() {
        assertThat(PathTemplate.parse("a=${value.a}", UTC).readsTime()).isFalse();
        assertThat(PathTemplate.parse("a=${timestamp:yyyy}", UTC).readsTime()).isTrue();
    }
}

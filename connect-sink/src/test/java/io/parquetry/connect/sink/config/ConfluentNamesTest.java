package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.sink.config.ConfluentNames.Handling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each known key is handled as docs/how-to/migrating-from-confluent.md says, and the page has all known keys. */
class ConfluentNamesTest {
    private static final Path PAGE = Path.of("..", "docs", "how-to", "migrating-from-confluent.md");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (?:HDFS|S3|both) \\| ([^|]+) \\|.*\\|");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    record Row(String key, String here) {
        List<String> quoted() {
            Matcher matcher = QUOTED.matcher(here);
            List<String> texts = new ArrayList<>();
            while (matcher.find()) {
                texts.add(matcher.group(1));
            }
            return texts;
        }
    }

    static List<Row> rows() throws IOException {
        try (Stream<String> lines = Files.lines(PAGE)) {
            return lines.map(ROW::matcher)
                    .filter(Matcher::matches)
                    .map(row -> new Row(row.group(1), row.group(2).trim()))
                    .toList();
        }
    }

    private final Faults faults = new Faults();

    private Map<String, String> translated(String... keysAndValues) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            given.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return ConfluentNames.translated(given, faults);
    }

    @Test
    void thePageHasARowForEachKeyThatIsKnownAndNoOther() throws IOException {
        assertThat(rows().stream().map(Row::key))
                .containsExactlyInAnyOrderElementsOf(ConfluentNames.handlings().keySet());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aKeyIsHandledAsThePageSays(Row row) {
        String kind = row.here().split(" `")[0];
        switch (kind) {
            case "same" -> {
                assertThat(SinkConfig.definition().names()).contains(row.key());
                assertThat(translated(row.key(), "5")).isEqualTo(Map.of(row.key(), "5"));
            }
            case "as" -> {
                String ours = row.quoted().get(0);
                assertThat(SinkConfig.definition().names()).contains(ours).doesNotContain(row.key());
                assertThat(translated(row.key(), "value")).isEqualTo(Map.of(ours, "value"));
            }
            case "in" -> {
                assertThat(ConfluentNames.handlings().get(row.key())).isEqualTo(new Handling.InTemplate());
                assertThat(SinkConfig.definition().names()).doesNotContain(row.key());
                assertThat(translated(row.key(), " ")).isEmpty();
            }
            case "no effect" -> {
                assertThat(SinkConfig.definition().names()).doesNotContain(row.key());
                assertThat(translated(row.key(), "anything")).isEmpty();
            }
            case "only" -> {
                assertThat(ConfluentNames.handlings().get(row.key()))
                        .isInstanceOfSatisfying(
                                Handling.Only.class,
                                only -> assertThat(row.quoted())
                                        .containsExactlyElementsOf(
                                                Stream.concat(only.values().stream(), only.beside().stream())
                                                        .toList()));
                requireOnly(row, (Handling.Only) ConfluentNames.handlings().get(row.key()));
                return;
            }
            case "refused" -> {
                translated(row.key(), "anything");
                assertThat(faults.byKey()).containsOnlyKeys(row.key());
                return;
            }
            default -> fail("the page says about " + row.key() + " \"" + row.here() + "\", which is not a handling");
        }
        assertThat(faults.byKey()).isEmpty();
    }

    private void requireOnly(Row row, Handling.Only only) {
        Map<String, String> given = new HashMap<>();
        only.beside().forEach(key -> given.put(key, "value"));
        for (String value : only.values()) {
            given.put(row.key(), value);
            assertThat(ConfluentNames.translated(given, faults))
                    .doesNotContainKey(row.key())
                    .hasSize(given.size() - 1);
        }
        assertThat(faults.byKey()).isEmpty();
        translated(row.key(), "something else");
        assertThat(faults.byKey().get(row.key())).contains(only.values());
    }

    /** With Confluent's sink the key alone asks for Kerberos; here the files would be written without. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connect.hdfs.principal= | connect.hdfs.principal and connect.hdfs.keytab",
                "connect.hdfs.principal=connect@EXAMPLE.COM | connect.hdfs.keytab",
                "connect.hdfs.keytab=/etc/connect.keytab | connect.hdfs.principal"
            })
    void kerberosWithoutAnIdentityIsRefusedAtItsKey(String given, String missing) {
        String[] entry = given.split("=", 2);

        List<ConfigValue> values = SinkConfig.validate(Map.of(
                "storage.url",
                "hdfs://nameservice/archive",
                "hdfs.authentication.kerberos",
                "true",
                entry[0],
                entry[1]));

        assertThat(values)
                .filteredOn(value -> value.name().equals("hdfs.authentication.kerberos"))
                .flatExtracting(ConfigValue::errorMessages)
                .singleElement()
                .asString()
                .startsWith("it needs " + missing + " beside it: ");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "rotate.interval.ms, -1, 0",
                "behavior.on.null.values, IGNORE, ignore",
                "flush.size, -1, 0",
                "schema.compatibility, BACKWARD, backward",
                "parquet.codec, SNAPPY, snappy",
                "timezone, '', none",
                "partition.duration.ms, -1, none"
            })
    void valuesAreWrittenAsOurs(String key, String theirs, String ours) {
        assertThat(translated(key, theirs)).isEqualTo(ours == null ? Map.of() : Map.of(key, ours));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "partitioner.class=default | partition=${partition}",
                "partitioner.class=Field;partition.field.name=country, a.b | country=${value.country}/a.b=${value.a.b}",
                "partitioner.class=field;partition.field.name=`x}y`.$,c | x}y.$$=${value.\"x}y\".\"$\"}/c=${value.c}",
                "partitioner.class=time;path.format=HH-mm;partition.duration.ms=900000;locale="
                        + " | ${timestamp(span=900000):HH-mm}",
                "partitioner.class=time;path.format=MMMM;locale=de-AT | ${timestamp(locale=de-AT):MMMM}"
            })
    void aPartitionerIsATemplate(String theirs, String template) {
        String[] keysAndValues = Stream.of(theirs.split(";"))
                .flatMap(entry -> Stream.of(entry.split("=", 2)))
                .toArray(String[]::new);
        assertThat(translated(keysAndValues)).isEqualTo(Map.of("path.template", template));
        assertThat(faults.byKey()).isEmpty();
    }

    @Test
    void aTableNeedsNoPartitionerAndTakesItsOwnName() {
        assertThat(translated("table.format", "iceberg", "partitioner.class", "table"))
                .isEqualTo(Map.of("table.format", "iceberg"));
        assertThat(faults.byKey()).isEmpty();
        translated("table.format", "iceberg", "partitioner.class", "field");
        assertThat(faults.byKey()).containsOnlyKeys("partitioner.class");
    }

    @Test
    void twoNamesOfOneKeyMustAgree() {
        assertThat(translated("hdfs.url", "hdfs://a", "storage.url", "hdfs://a"))
                .isEqualTo(Map.of("storage.url", "hdfs://a"));
        assertThat(faults.byKey()).isEmpty();
        translated("hdfs.url", "hdfs://b", "storage.url", "hdfs://a");
        assertThat(faults.byKey()).containsOnlyKeys("hdfs.url");
        assertThat(faults.byKey().get("hdfs.url")).contains("storage.url", "hdfs://a");
    }

    @Test
    void aSecretIsNotInTheFaultOfItsOtherName() {
        translated("aws.secret.access.key", "hush-1", "s3.secret.access.key", "hush-2");
        assertThat(faults.byKey().get("aws.secret.access.key"))
                .contains("s3.secret.access.key")
                .doesNotContain("hush");
    }
}

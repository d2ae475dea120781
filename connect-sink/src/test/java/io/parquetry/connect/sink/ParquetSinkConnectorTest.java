package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.metrics.TaskName;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.partition.TimeSettings;
import io.parquetry.connect.sink.partition.TimestampSource;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A configuration is valid, or each invalid key is reported with its allowed values; the worker finds the plugin. */
class ParquetSinkConnectorTest {
    @TempDir
    private Path directory;

    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void minimalConfiguration() {
        properties.put("name", "archive");
        properties.put("storage.url", directory.resolve("data").toUri().toString());
    }

    private Map<String, List<String>> errors() {
        Map<String, List<String>> errors = new HashMap<>();
        for (ConfigValue value : new ParquetSinkConnector().validate(properties).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                errors.put(value.name(), value.errorMessages());
            }
        }
        return errors;
    }

    @Test
    void theWorkerFindsTheConnector() {
        List<String> found = new ArrayList<>();
        ServiceLoader.load(SinkConnector.class)
                .forEach(connector -> found.add(connector.getClass().getName()));
        assertThat(found).contains(ParquetSinkConnector.class.getName());
        assertThat(new ParquetSinkConnector().taskClass()).isEqualTo(ParquetSinkTask.class);
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        assertThat(new ParquetSinkConnector().version())
                .matches("\\d+\\.\\d+\\.\\d+.*")
                .isEqualTo(new ParquetSinkTask().version());
    }

    @Test
    void everyTaskGetsTheWholeConfiguration() {
        ParquetSinkConnector connector = new ParquetSinkConnector();
        connector.start(properties);
        assertThat(connector.taskConfigs(3))
                .hasSize(3)
                .allSatisfy(task -> assertThat(task).containsAllEntriesOf(properties))
                .extracting(task -> TaskName.of("sink-task", task))
                .containsExactly(
                        new TaskName("sink-task", "archive", 0),
                        new TaskName("sink-task", "archive", 1),
                        new TaskName("sink-task", "archive", 2));
    }

    @Test
    void aKeyWithoutAValueIsLikeAKeyThatIsNotGiven() {
        SinkSettings defaults = SinkSettings.of(properties);
        for (String key : SinkConfig.definition().names()) {
            properties.putIfAbsent(key, null);
        }
        assertThat(errors()).isEmpty();
        assertThat(SinkSettings.of(properties)).usingRecursiveComparison().isEqualTo(defaults);
        ParquetSinkConnector connector = new ParquetSinkConnector();
        connector.start(properties);
        assertThat(connector.taskConfigs(1))
                .singleElement()
                .satisfies(task -> assertThat(task).containsAllEntriesOf(properties));
    }

    @Test
    void aKeyOfConnectWithoutAValueIsLikeAKeyThatIsNotGiven() {
        properties.put("record.metadata", "kafka");
        properties.put("header.converter", null);
        assertThat(errors()).isEmpty();
        new ParquetSinkConnector().start(properties);
    }

    @Test
    void aConnectorWithoutANameIsLeftToConnect() {
        properties.remove("name");
        assertThat(errors()).isEmpty();
    }

    /** The last ones are misspelt, or those of another connector. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3.secret.access.key",
                "s3.session.token",
                "s3.encryption.customer.key",
                "s3.secret.acces.key",
                "s3.proxy.password",
                "s3.sse.customer.key"
            })
    void noMessageHasTheValueOfASecret(String key) {
        properties.put("storage.url", "s3://bucket");
        properties.put("s3.region", "eu-central-1");
        properties.put("s3.access.key.id", "id");
        properties.put("s3.secret.access.key", "other");
        properties.put(key, "hush hush");
        assertThatThrownBy(() -> SinkSettings.of(properties))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Invalid value [hidden] for configuration " + key);
    }

    @Test
    void aRequiredKeyWithoutAValueIsMissing() {
        properties.put("storage.url", null);
        assertThat(errors()).containsOnlyKeys("storage.url");
    }

    @Test
    void twoKeysAreEnough() {
        assertThat(errors()).isEmpty();
        SinkSettings settings = SinkSettings.of(properties);
        assertThat(settings.routing().topicsDirectory()).hasValue("topics");
        assertThat(settings.rotation().bytes()).isEqualTo(128L << 20);
        assertThat(settings.rotation().ageMs()).isEqualTo(600_000);
        assertThat(settings.routing().template()).hasToString("partition=${partition}");
        assertThat(settings.parquet().options().codec()).isEqualTo(CompressionCodec.ZSTD);
    }

    @Test
    void everyKeyIsInTheSettings() {
        properties.putAll(Map.of(
                "topics.dir", "lake/raw",
                "record.metadata", "kafka",
                "parquet.codec", "gzip:9",
                "flush.size", "1000",
                "partitioner.class", "time",
                "path.format", "'dt'=yyyy-MM-dd",
                "timestamp.extractor", "field",
                "timestamp.field", "meta.at",
                "timezone", "Europe/Berlin"));
        assertThat(errors()).isEmpty();
        SinkSettings settings = SinkSettings.of(properties);
        assertThat(settings.routing().topicsDirectory()).hasValue("lake/raw");
        assertThat(settings.parquet().options().compressionLevel()).hasValue(9);
        assertThat(settings.rotation().records()).isEqualTo(1_000);
        TimeSettings time = settings.routing().template().time();
        assertThat(settings.routing().template()).hasToString("${timestamp:'dt'=yyyy-MM-dd}");
        assertThat(time.source()).isEqualTo(new TimestampSource.OfField("meta.at"));
        assertThat(time.zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "record.metadata | all | none, kafka",
                "parquet.codec | zip | snappy",
                "parquet.codec | zstd:23 | levels -7 to 22",
                "parquet.codec | snappy:1 | no levels",
                "parquet.codec.level | 9 | parquet.codec=zstd:9",
                "s3.read.timeout.ms | 5 | remove the key",
                "commit.slice.ms | 5 | consumer.override.max.poll.interval.ms",
                "buffer.memory.pause.max.ms | 5 | remove the key",
                "parquet.page.version | v3 | v1, v2",
                "parquet.encodings | price:delta | plain, rle",
                "parquet.encodings | price | column:encoding",
                "parquet.encodings | a:plain,a:rle | named twice",
                "parquet.sort.by | id:down | asc, desc",
                "parquet.bloom.filters | id:many | 1 to 9999999999",
                "parquet.bloom.filters | :5 | names no column",
                "parquet.bloom.filters | id:900000000 | more than half of a row group",
                "parquet.bloom.filters | id:5@0.9 | 0.0001 to 0.5",
                "parquet.bloom.filter.false.positives | 0.1 | id:1000000@0.001",
                "parquet.dictionary | false | parquet.encoding=plain",
                "parquet.dictionary.bytes | 5000 | remove the key",
                "parquet.key.value.parquetry.topic | t | connector's own",
                "partitioner.class | hour | default, field, time, daily, hourly; did you mean hourly?",
                "timestamp.extractor | clock | record, field, wallclock",
                "timezone | Mars/Olympus | Europe/Berlin",
                "locale | _ | de-AT",
                "flush.size | -2 | at least 0",
                "rotate.max.age.ms | soon | soon",
                "topics.dir | ../other | must not leave",
                "topics.dir | _hidden | begins with '_'",
                "topics.dir | lake/_hidden | begins with '_'",
                "topics.dir | '' | begin path.template with a slash",
                "topics.dir | . | begin path.template with a slash",
                "topics.dir | / | begin path.template with a slash",
                "storage.url | s3a://bucket | file:",
                "types.as | decimal-precision:1001 | from 1 to 1000",
                "decimal.precision | 20 | types.as=decimal-precision:VALUE",
                "types.as | times:text | time, nanos, zoneless",
                "types.as | time | time, integer, text",
                "types.as | nanos:micros,nanos:nanos | named twice",
                "time.as | text | types.as=time:VALUE",
                "timestamp.nanos.as | micros | types.as=nanos:VALUE",
                "wide.decimal.as | text | types.as=wide-decimal:VALUE",
                "debezium.types | logical | types.as=debezium:VALUE",
                "types.as | wide-decimal:39 | a scale from 0 to 38",
                "types.as | wide-decimal:words | capped",
                "types.as | time:txt | time, integer, text; did you mean text?",
                "types.as | zoneless:berlin | utc, local",
                "types.as | variable-decimal:decimal | struct, text",
                "types.as | debezium:all | plain, logical",
                "types.as | nanos:millis | nanos, micros, integer",
                "parquet.page.bytes | 1 | at least 64"
            })
    void aWrongValueIsAnErrorOfItsKeyWithTheAllowedValues(String key, String value, String hint) {
        properties.put(key, value);
        assertThat(errors()).containsOnlyKeys(key);
        assertThat(String.join(" ", errors().get(key))).contains(hint);
        assertThatThrownBy(() -> SinkSettings.of(properties))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void keysThatContradictEachOtherAreAnErrorOfTheKeyToChange() {
        properties.put("partitioner.class", "time");
        properties.put("timestamp.extractor", "field");
        properties.put("path.format", "year=yyyy");
        properties.put("file.size.bytes", "0");
        properties.put("rotate.max.age.ms", "0");
        assertThat(errors()).containsOnlyKeys("timestamp.field", "path.format", "rotate.max.age.ms");
    }

    @ParameterizedTest
    @CsvSource({
        "default, partition=${partition}",
        "io.confluent.connect.storage.partitioner.DefaultPartitioner, partition=${partition}",
        "daily, ${timestamp:'year'=yyyy/'month'=MM/'day'=dd}",
        "io.confluent.connect.storage.partitioner.DailyPartitioner, ${timestamp:'year'=yyyy/'month'=MM/'day'=dd}",
        "Hourly, ${timestamp:'year'=yyyy/'month'=MM/'day'=dd/'hour'=HH}",
        "io.confluent.connect.hdfs.partitioner.HourlyPartitioner, "
                + "${timestamp:'year'=yyyy/'month'=MM/'day'=dd/'hour'=HH}",
        "io.confluent.connect.storage.partitioner.TimeBasedPartitioner, "
                + "${timestamp:'year'=yyyy/'month'=MM/'day'=dd/'hour'=HH}"
    })
    void aPartitionerIsATemplateWithAName(String partitioner, String template) {
        properties.put("partitioner.class", partitioner);
        assertThat(errors()).isEmpty();
        assertThat(SinkSettings.of(properties).routing().template()).hasToString(template);
    }

    @Test
    void fieldsAndTemplatesDefineTheDirectories() {
        properties.put("partitioner.class", "field");
        properties.put("partition.field.name", "country, address.city");
        assertThat(errors()).isEmpty();
        assertThat(SinkSettings.of(properties).routing().template())
                .hasToString("country=${value.country}/address.city=${value.address.city}");
        properties.keySet().removeAll(List.of("partitioner.class", "partition.field.name"));
        properties.put("path.template", "dt=${timestamp:yyyy-MM-dd}/c=${value.country}");
        properties.put("timestamp.extractor", "RecordField");
        properties.put("timestamp.field", "at");
        assertThat(errors()).isEmpty();
        assertThat(SinkSettings.of(properties).routing().template())
                .hasToString("dt=${timestamp:yyyy-MM-dd}/c=${value.country}");
    }

    @Test
    void aTemplateThatBeginsWithASlashNeedsNoTopicsDirectory() {
        properties.put("path.template", "/lake/orders/dt=${timestamp:yyyy-MM-dd}");
        assertThat(errors()).isEmpty();
        assertThat(SinkSettings.of(properties).routing().topicsDirectory()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "partitioner.class=field | partition.field.name | names of the fields",
                "partitioner.class=field, partition.field.name=a..b | partition.field.name | empty name",
                "partitioner.class=field, partition.field.name=a/b | partition.field.name | write path.template=NAME=${value.\"a/b\"}",
                "partitioner.class=time, partition.duration.ms=0 | partition.duration.ms | 1 or more",
                "path.template=a, locale=de | locale | ${timestamp(locale=de):MMMM}",
                "path.template=a, partition.duration.ms=5 | partition.duration.ms | ${timestamp(span=900000):HH-mm}",
                "partition.field.name=country | partition.field.name | set it to field",
                "partitioner.class=time, partition.field.name=country | partition.field.name | path.template",
                "partitioner.class=daily, path.format=yyyy | path.format | set it to time",
                "partitioner.class=hourly, partition.duration.ms=5 | partition.duration.ms | set it to time",
                "rotate.schedule.interval.ms=3600000 | timezone | set it, for example",
                "parquet.sort.by=id, record.metadata=kafka | parquet.sort.by | order of their offsets",
                "timestamp.extractor=field | timestamp.field | needs the name",
                "timestamp.extractor=field, timestamp.field=a. | timestamp.field | empty name",
                "timestamp.field=at | timestamp.field | timestamp.extractor is record",
                "path.template=${country} | path.template | position 1",
                "path.template=a, partitioner.class=time | partitioner.class | remove one of the two",
                "path.template=/a, topics.dir=lake | topics.dir | remove this key",
                "path.template=a, path.format=yyyy | path.format | remove one of the two"
            })
    void aKeyWithoutEffectOrWithoutAnotherKeyIsAnError(String given, String key, String hint) {
        for (String entry : given.split(", ")) {
            properties.put(entry.split("=")[0], entry.split("=", 2)[1]);
        }
        assertThat(errors()).containsOnlyKeys(key);
        assertThat(errors().get(key).get(0)).contains(hint);
        assertThatThrownBy(() -> SinkSettings.of(properties))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void aConfigurationOfConfluentsHdfsSinkIsAccepted() {
        properties.put("hdfs.url", properties.remove("storage.url"));
        properties.putAll(Map.of(
                "format.class", "io.confluent.connect.hdfs.parquet.ParquetFormat",
                "partitioner.class", "io.confluent.connect.storage.partitioner.TimeBasedPartitioner",
                "path.format", "'year'=YYYY/'month'=MM/'day'=dd",
                "partition.duration.ms", "86400000",
                "timestamp.extractor", "RecordField",
                "timestamp.field", "created",
                "flush.size", "1000",
                "logs.dir", "logs",
                "locale", "en-US"));
        assertThat(errors()).isEmpty();
        SinkSettings settings = SinkSettings.of(properties);
        assertThat(settings.storage().url()).isEqualTo(properties.get("hdfs.url"));
        assertThat(settings.rotation().records()).isEqualTo(1_000);
        assertThat(settings.routing().template())
                .hasToString("${timestamp(span=86400000,locale=en-US):'year'=YYYY/'month'=MM/'day'=dd}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "format.class | io.confluent.connect.hdfs.avro.AvroFormat | can only be",
                "hdfs.url | file:///elsewhere | remove one of them",
                "s3.bucket.name | bucket | as in s3://bucket/prefix",
                "flush.sizes | 5 | did you mean flush.size?",
                "topics.dir | data/${topic} | path.template"
            })
    void aKeyThatIsMisspeltOrNotSupportedIsAnError(String key, String value, String hint) {
        properties.put(key, value);
        assertThat(errors()).containsOnlyKeys(key);
        assertThat(errors().get(key).get(0)).contains(hint);
        assertThatThrownBy(() -> SinkSettings.of(properties))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(hint);
    }

    @Test
    void theAllowedValuesOfAKeyAreRecommended() {
        assertThat(new ParquetSinkConnector().validate(properties).configValues())
                .filteredOn(value -> value.name().equals("timestamp.extractor"))
                .flatExtracting(ConfigValue::recommendedValues)
                .containsExactly("record", "field", "wallclock");
    }

    @Test
    void aMissingStorageIsAnErrorOfItsKeyAndNothingElse() {
        properties.remove("storage.url");
        assertThat(errors()).containsOnlyKeys("storage.url");
    }

    @Test
    void validatingTriesTheStorageAndLeavesNoFile() throws IOException {
        assertThat(errors()).isEmpty();
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void aStorageThatCannotBeWrittenIsAnErrorOfItsKey() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        properties.put("storage.url", file.toString());
        assertThat(errors()).containsOnlyKeys("storage.url");
        assertThat(errors().get("storage.url").get(0)).contains(file.toString());
    }

    @Test
    void everyKeyHasDocumentationGroupWidthDisplayNameAndValidator() {
        for (ConfigDef.ConfigKey key : SinkConfig.definition().configKeys().values()) {
            assertThat(key.documentation).as(key.name).endsWith(".").hasSizeGreaterThan(20);
            assertThat(key.group).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotBlank();
            assertThat(key.importance).as(key.name).isNotNull();
            boolean isFreeText = key.group.equals("S3")
                    && (key.type == ConfigDef.Type.STRING || key.type == ConfigDef.Type.PASSWORD);
            if (!isFreeText || key.validator != null) {
                assertThat(key.validator).as(key.name).isNotNull();
                assertThat(key.validator.toString()).as(key.name).isNotBlank().doesNotContain("$$Lambda", "@");
            }
            assertThat(key.width).as(key.name).isNotEqualTo(ConfigDef.Width.NONE);
        }
    }

    @Test
    void aConnectorWithoutNameIsRefused() {
        properties.remove("name");
        assertThatThrownBy(() -> SinkSettings.of(properties)).isInstanceOf(ConfigException.class);
    }
}

package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.source.config.BrokerSettings.TopicCreation;
import io.parquetry.connect.source.config.DeliverySettings.RateSettings;
import io.parquetry.connect.source.config.DiscoverySettings.FileOrder;
import io.parquetry.connect.source.config.FailureSettings.OnChangedFile;
import io.parquetry.connect.source.config.RestoreSettings.PartitionMapping;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every key is documented, defaults are as documented, and an invalid value is refused with its key and a reason. */
class SourceSettingsTest {
    private static SourceSettings settings(String... keysAndValues) {
        Map<String, String> config = new HashMap<>(Map.of(StorageKeys.STORAGE_URL, "/data"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            config.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return SourceSettings.of(config);
    }

    @Test
    void everyKeyHasADocumentationAGroupAnOrderAndAWidth() {
        Set<String> places = new HashSet<>();
        for (ConfigDef.ConfigKey key : SourceSettings.definition().configKeys().values()) {
            assertThat(key.documentation).as(key.name).endsWith(".").hasSizeGreaterThan(40);
            assertThat(key.group).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotEqualTo(key.name);
            assertThat(key.width).as(key.name).isNotEqualTo(ConfigDef.Width.NONE);
            assertThat(places.add(key.group + key.orderInGroup)).as(key.name).isTrue();
        }
    }

    @Test
    void onlyTheStorageMustBeGiven() {
        SourceSettings settings = settings();

        assertThat(settings.storage().url()).isEqualTo("/data");
        assertThat(settings.discovery().include())
                .extracting(Glob::toString)
                .containsExactly("**/*.parquet", "**/*.parq");
        assertThat(settings.discovery().exclude()).isEmpty();
        assertThat(settings.discovery().ageMsMin()).isZero();
        assertThat(settings.discovery().scanIntervalMs()).isEqualTo(5_000);
        assertThat(settings.failure().onChangedFile()).isEqualTo(OnChangedFile.FAIL);
        assertThat(settings.discovery().order()).isEqualTo(FileOrder.OFFSET);
        assertThat(settings.send())
                .isEqualTo(new SendSettings(
                        SendMode.AUTO,
                        new RowSettings(Optional.empty(), List.of(), Optional.empty(), List.of(), false),
                        new RestoreSettings(
                                TopicMapping.SAME, PartitionMapping.KEEP, Optional.empty(), false, OptionalInt.empty()),
                        settings.send().topics(),
                        Optional.empty(),
                        true));
        assertThat(settings.send().topics().allowed().pattern()).isEqualTo(".*");
        assertThat(settings.delivery().batchRecordsMax()).isEqualTo(1_000);
        assertThat(settings.delivery().batchBytesMax()).isEqualTo(8 << 20);
        assertThatThrownBy(() -> SourceSettings.of(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("storage.url");
    }

    @ParameterizedTest
    @CsvSource({
        "storage.url, hdfs:host/x, two slashes",
        "path.include, /etc/*, relative",
        "path.include, '', without a pattern",
        "path.exclude, a//b, single slashes",
        "min.age.ms, -1, at least 0",
        "scan.interval.ms, 0, at least 10",
        "on.changed.file, shrug, 'fail, restart, ignore'",
        "order, none, 'offset, modified, name'",
        "topic, a b, letters",
        "topic.mapping, orders, from:to",
        "topic.mapping, 'a:b,a:c', listed twice",
        "topic.mapping, a:b:c, from:to",
        "topic.mapping.regex, orders-.*, RegexRouter",
        "topic.mapping.replacement, x, RegexRouter",
        "s3.attempts.max, 3, remove the key",
        "on.bad.row, topic:a b, letters",
        "bad.row.topic, dead, on.bad.row=topic:NAME",
        "on.bad.row, topic, topic:NAME",
        "on.bad.row, skip:dead, nothing may be behind skip",
        "invalid.utf8, guess, 'fail, replace, bytes'",
        "partition.mapping, first, 'keep, by-key'",
        "admin.security.protocol, SSL, admin.bootstrap.servers",
        "admin.bootstrap.servers, broker, host:port",
        "records.per.second, -1, at least 0",
        "replay.speed, -0.1, at least 0",
        "replay.speed, fast, DOUBLE",
        "replay.speed, NaN, is no number",
        "path.include, '**/{a,b}.parquet', list several patterns",
        "path.exclude, 'x/[a-c].parquet', 'no ['",
        "path.include, 'x/[a-', 'no ['",
        "mode, both, 'auto, restore, rows'",
        "mode, rows, needs a topic",
        "topic, '${path.0}', count from 1",
        "topic, '${path}', 'there is no placeholder ${path}'",
        "topic, '${column.}', there is no placeholder",
        "topic, '${column.a..b}', an empty name",
        "topic, 'x-${file', not closed",
        "topic, 'a/${file}', 'position 2: '",
        "topic, .., letters",
        "topic, connect-configs, an internal topic",
        "topic, __consumer_offsets, an internal topic",
        "topic.mapping, orders:connect-offsets, an internal topic",
        "topics.allowed, [, no regular expression",
        "key.columns, 'a.id,b.id', two columns would be the field id",
        "key.columns, 'a..b', an empty name",
        "timestamp.column, .x, an empty name",
        "path.columns, 'day:days', 'text, integer, date'",
        "path.columns, 'a,b,a', the name a",
        "transaction.unit, page, 'file, row-group, batch'",
        "transaction.unit, file, transaction.boundary=connector",
        "transaction.max.records, 5, transaction.unit=file:NUMBER",
        "transaction.unit, file:0, 1 to",
        "transaction.unit, batch:5, nothing may be behind batch",
        "on.missing.offsets, wait:soon, a number from 0",
        "missing.offsets.timeout.ms, 5, on.missing.offsets=wait:5000",
        "missing.partition.timeout.ms, 5000, remove the key",
        "on.finish, burn, 'keep, delete, move'",
        "on.finish, move, move:DIRECTORY",
        "finished.dir, done, on.finish=move:DIRECTORY",
        "on.finish, move:../up, must not leave",
        "on.finish, move:_parquetry/x, belongs to the sink",
        "on.bad.file, burn, 'fail, skip, quarantine'",
        "on.bad.file, quarantine, quarantine:DIRECTORY",
        "quarantine.dir, bad, on.bad.file=quarantine:DIRECTORY",
        "on.bad.file, quarantine:_parquetry/bad, belongs to the sink",
        "salvage, true, on.bad.file=skip or quarantine",
        "retry.backoff.ms, 100, remove the key",
        "retry.backoff.max.ms, 10, remove the key",
        "retry.timeout.ms, -1, at least 0",
        "columns, 'a,,b', a name is missing",
        "filter, 'a = ', filter",
        "from.timestamp, yesterday, ISO 8601",
        "from.timestamp, 2026-01-31T25:00:00Z, ISO 8601",
        "to.timestamp, -5, ISO 8601",
        "from.offset, orders:0, topic:partition:offset",
        "from.offset, orders:x:1, whole number from 0 to 2147483647",
        "to.offset, -1, whole number",
        "to.offset, '5,6', second bound",
        "schema.name.template, a-b, underscores",
        "schema.name.template, ${row}, '${topic}, ${file} and ${schema}'",
        "schema.merge, all, 'per-file, union'",
        "int96.as, date, 'micros, nanos, text'",
        "batch.max.records, 0, at least 1",
        "batch.max.bytes, none, LONG"
    })
    void anInvalidValueIsRefusedWithItsKey(String key, String value, String message) {
        assertThatThrownBy(() -> settings(key, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "rows, topic.mapping, a:b",
        "rows, partition.mapping, by-key",
        "rows, original.offset.header, o",
        "restore, topic, a",
        "restore, key.columns, id",
        "restore, timestamp.column, at",
        "restore, path.columns, country",
        "restore, row.headers, true"
    })
    void aModeRefusesTheKeysOfTheOtherMode(String mode, String key, String value) {
        Map<String, String> others = mode.equals("rows") ? Map.of("topic", "t") : Map.of();
        assertThatThrownBy(() -> settings(Stream.concat(
                                others.entrySet().stream(), Stream.of(Map.entry("mode", mode), Map.entry(key, value)))
                        .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                        .toArray(String[]::new)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("no effect with mode=" + mode);
    }

    @Test
    void aBadFileCannotBeTakenForASentFile() {
        assertThatThrownBy(() -> settings("on.bad.file", "skip", "on.finish", "delete"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("on.bad.file")
                .hasMessageContaining("choose quarantine");
        assertThatThrownBy(() -> settings("on.bad.file", "quarantine:aside", "on.finish", "move:aside"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("on.bad.file")
                .hasMessageContaining("a directory of their own");
    }

    @Test
    void timesAreIso8601OrMilliseconds() {
        for (String text : new String[] {
            "2026-01-31",
            "2026-01-31T00:00:00Z",
            "2026-01-31T01:00+01:00",
            "2026-01-31T00:00",
            "1769817600000",
            "2026-01-31 01:00:00.000+0100",
            "2026-01-31t00:00z"
        }) {
            assertThat(settings("from.timestamp", text).selection().range().fromMs())
                    .as(text)
                    .hasValue(1_769_817_600_000L);
        }
    }

    @Test
    void anEmptyRangeIsRefused() {
        assertThatThrownBy(() -> settings("from.timestamp", "2026-01-02", "to.timestamp", "2026-01-02"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("to.timestamp")
                .hasMessageContaining("later than from.timestamp");
        assertThatThrownBy(() -> settings("from.offset", "10", "to.offset", "20,orders:3:10"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("to.offset")
                .hasMessageContaining("larger than from.offset");
    }

    @Test
    void filesWhoseRowsAreNotAllSentAreNeitherDeletedNorMoved() {
        for (String key : List.of("from.offset", "filter", "columns")) {
            String value = key.equals("filter") ? "id > 10" : key.equals("columns") ? "id" : "10";
            assertThatThrownBy(() -> settings(key, value, "on.finish", "delete"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(key)
                    .hasMessageContaining("would count as sent with on.finish=delete");
            assertThatThrownBy(() -> settings(key, value, "on.finish", "move:finished"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("set on.finish to keep, or remove this key");
        }
    }

    @Test
    void filesOfWhichConnectMayDropRecordsAreNeitherDeletedNorMoved() {
        for (String all : List.of("all", "ALL", " all ")) {
            assertThatThrownBy(() -> settings("errors.tolerance", all, "on.finish", "delete"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("errors.tolerance")
                    .hasMessageContaining("choose none, or on.finish=keep");
            assertThatThrownBy(() -> settings("errors.tolerance", all, "on.finish", "move:finished"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("with on.finish=move");
            assertThat(settings("errors.tolerance", all).finish().toleratesErrors())
                    .isTrue();
        }
        assertThat(settings("errors.tolerance", "none", "on.finish", "delete")
                        .finish()
                        .toleratesErrors())
                .isFalse();
    }

    @Test
    void aReplayOfRowsNeedsTheirTimestamps() {
        assertThatThrownBy(() -> settings("mode", "rows", "topic", "t", "replay.speed", "1"))
                .hasMessageContaining("replay.speed")
                .hasMessageContaining("needs timestamp.column");
        assertThat(settings("replay.speed", "0.5").delivery().rate()).isEqualTo(new RateSettings(0, 0, 0.5));
    }

    /** Connect trims the values of its own keys. */
    @Test
    void blanksAroundValuesOfConnectsKeysDoNotCount() {
        assertThat(settings("transaction.boundary", "connector ")
                        .delivery()
                        .transaction()
                        .isConnectorDefined())
                .isTrue();
    }

    @Test
    void keysOfTheAdminClientArePassedOn() {
        BrokerSettings brokers = settings(
                        "admin.bootstrap.servers", "a:1,b:2",
                        "admin.security.protocol", "SSL",
                        "topic.creation.default.partitions", "3")
                .send()
                .brokers()
                .orElseThrow();

        assertThat(brokers)
                .isEqualTo(new BrokerSettings(
                        new AdminSettings(
                                "a:1,b:2", Map.of("bootstrap.servers", "a:1,b:2", "security.protocol", "SSL")),
                        TopicCreation.PLAIN,
                        true,
                        true,
                        false));
    }

    @Test
    void columnsThatOtherKeysNeedAreSelected() {
        settings("columns", "id,address.city", "key.columns", "id,address", "timestamp.column", "address.city");
        for (String[] key : new String[][] {
            {"key.columns", "id,name"}, {"timestamp.column", "address.since"}, {"topic", "t-${column.kind}"}
        }) {
            assertThatThrownBy(() -> settings("columns", "id,address.city", key[0], key[1]))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("columns: does not select")
                    .hasMessageContaining("which " + key[0] + " needs");
        }
    }

    @Test
    void aSchemaNameDoesNotUseWhatDiffersWithinTheSchema() {
        assertThatThrownBy(() -> settings("schema.name.template", "${topic}.V", "topic", "t-${column.kind}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schema.name.template")
                .hasMessageContaining("to several topics");
        assertThatThrownBy(() -> settings("schema.name.template", "${file}", "schema.merge", "union"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schema.name.template")
                .hasMessageContaining("schema.merge=union");
    }

    @Test
    void onlyListedTopicsGetAnotherName() {
        TopicMapping mapping = settings(RestoreSettings.TOPIC_MAPPING, "orders:sales, eu.orders:eu.sales")
                .send()
                .restore()
                .topicMapping();

        assertThat(mapping.target("orders")).isEqualTo("sales");
        assertThat(mapping.target("eu.orders")).isEqualTo("eu.sales");
        assertThat(mapping.target("us.orders")).isEqualTo("us.orders");
    }
}

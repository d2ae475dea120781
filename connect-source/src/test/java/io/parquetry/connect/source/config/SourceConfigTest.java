package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every key is described, defaults are as documented, and a value that cannot be is refused with its key and a reason. */
class SourceConfigTest {
    private static SourceSettings settings(String... keysAndValues) {
        Map<String, String> config = new HashMap<>(Map.of(SourceConfig.STORAGE_URL, "/data"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            config.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return SourceConfig.settings(config);
    }

    @Test
    void every_key_has_words_a_group_an_order_and_a_width() {
        Set<String> places = new HashSet<>();
        for (ConfigDef.ConfigKey key : SourceConfig.DEFINITION.configKeys().values()) {
            assertThat(key.documentation).as(key.name).endsWith(".").hasSizeGreaterThan(40);
            assertThat(key.group).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotEqualTo(key.name);
            assertThat(key.width).as(key.name).isNotEqualTo(ConfigDef.Width.NONE);
            assertThat(places.add(key.group + key.orderInGroup)).as(key.name).isTrue();
        }
    }

    @Test
    void the_table_of_the_documentation_has_every_key_and_no_other() throws Exception {
        Path document = Path.of("..", "docs", "source.md");
        String table = Files.readString(document);
        Set<String> documented = new HashSet<>();
        Matcher row =
                Pattern.compile("(?m)^\\| `([a-z.]+)` \\|").matcher(table.substring(table.indexOf("## Configuration")));
        while (row.find()) {
            documented.add(row.group(1));
        }

        assertThat(documented).isEqualTo(SourceConfig.DEFINITION.names());
    }

    @Test
    void only_the_storage_must_be_given() {
        SourceSettings settings = settings();

        assertThat(settings.storageUrl()).isEqualTo("/data");
        assertThat(settings.scanDirectory()).isEmpty();
        assertThat(settings.scanIntervalMs()).isEqualTo(5_000);
        assertThat(settings.onChangedFile()).isEqualTo(OnChangedFile.FAIL);
        assertThat(settings.streamOrder()).isEqualTo(StreamOrder.LEDGER);
        assertThat(settings.topic()).isEmpty();
        assertThat(settings.topicMapping()).isEqualTo(TopicMapping.SAME);
        assertThat(settings.restorePartition()).isEqualTo(RestorePartition.STORED);
        assertThat(settings.offsetHeader()).isEmpty();
        assertThat(settings.batchRecordsMax()).isEqualTo(1_000);
        assertThat(settings.batchBytesMax()).isEqualTo(8 << 20);
        assertThatThrownBy(() -> SourceConfig.settings(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("storage.url");
    }

    @ParameterizedTest
    @CsvSource({
        "storage.url, ftp://host/x, ftp",
        "scan.directory, ../up, must not leave",
        "scan.directory, /etc, relative",
        "file.pattern, (, no regular expression",
        "scan.interval.ms, 0, at least 10",
        "on.changed.file, shrug, 'fail, restart, ignore'",
        "stream.order, none, 'ledger, files'",
        "topic, a b, letters",
        "topic.mapping, orders, from:to",
        "topic.mapping, 'a:b,a:c', named twice",
        "topic.mapping, a:b:c, from:to",
        "topic.mapping.regex, [, no regular expression",
        "topic.mapping.regex, orders-.*, must both be set",
        "topic.mapping.replacement, x, must both be set",
        "restore.partition, first, 'stored, producer'",
        "batch.max.records, 0, at least 1",
        "batch.max.bytes, none, LONG"
    })
    void what_cannot_be_is_refused_with_its_key(String key, String value, String words) {
        assertThatThrownBy(() -> settings(key, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(words);
    }

    @Test
    void the_name_counts_before_the_rule_and_the_rule_before_the_name_itself() {
        TopicMapping mapping = settings(
                        SourceConfig.TOPIC_MAPPING, "orders:sales, eu.orders:eu.sales",
                        SourceConfig.TOPIC_MAPPING_REGEX, "(eu|us)\\.(.*)",
                        SourceConfig.TOPIC_MAPPING_REPLACEMENT, "$2.$1")
                .topicMapping();

        assertThat(mapping.target("orders")).isEqualTo("sales");
        assertThat(mapping.target("eu.orders")).isEqualTo("eu.sales");
        assertThat(mapping.target("us.orders")).isEqualTo("orders.us");
        assertThat(mapping.target("xus.orders")).isEqualTo("xus.orders");
    }

    @Test
    void a_rule_cannot_make_what_is_no_topic() {
        TopicMapping mapping =
                new TopicMapping(Map.of(), Optional.of(new TopicMapping.Rule(Pattern.compile("(.*)"), "$1 copy")));

        assertThatThrownBy(() -> mapping.target("orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'orders copy'")
                .hasMessageContaining("topic.mapping.replacement");
    }
}

package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.AllowedTopics;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RowSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows, paths and files name topics, but not every topic: none of the worker or of Kafka itself, and only those that
 * the user allows. What they name cannot forge lines of the log either.
 */
class AllowedTopicsTest {
    private static final Schema EVENT =
            SchemaBuilder.struct().field("type", Schema.STRING_SCHEMA).build();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private List<SourceRecord> sentByType(String type) {
        SinkRecord row = new SinkRecord("x", 0, null, null, EVENT, new Struct(EVENT).put("type", type), 0);
        tree.put("a.parquet", TestTree.bytes(RecordMetadata.NONE, List.of(row)));
        harness.with(RowSettings.TOPIC, "${column.type}").start();
        return harness.scanTwice();
    }

    private List<SourceRecord> restored(String topic) {
        SinkRecord row = new SinkRecord(
                topic, 0, null, null, EVENT, new Struct(EVENT).put("type", "t"), 0, 1L, TimestampType.CREATE_TIME);
        tree.put("a.parquet", TestTree.bytes(RecordMetadata.KAFKA, List.of(row)));
        harness.start();
        return harness.scanTwice();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connect-configs",
                "connect-offsets",
                "connect-status",
                "__consumer_offsets",
                "__transaction_state",
                "orders-offsets"
            })
    void noRowChoosesAnInternalTopic(String topic) {
        harness.with("offsets.storage.topic", "orders-offsets");

        assertThatThrownBy(() -> sentByType(topic))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("row 0 of a.parquet cannot be sent")
                .hasMessageContaining("the topic " + topic + " is an internal topic");
        assertThatThrownBy(() -> restored(topic))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the topic " + topic + " is an internal topic");
    }

    @Test
    void onlyAllowedTopicsGetRows() {
        harness.with(AllowedTopics.KEY, "shop-.*");

        assertThat(sentByType("shop-1")).hasSize(1);
        assertThatThrownBy(() -> sentByType("other"))
                .hasMessageContaining("the topic other does not match topics.allowed=shop-.*");
        assertThatThrownBy(() -> restored("other")).hasMessageContaining("does not match topics.allowed");
        harness.with(RestoreSettings.TOPIC_MAPPING, "other:shop-2");
        assertThat(restored("other")).extracting(SourceRecord::topic).containsExactly("shop-2");
    }

    @Test
    void aTopicThatTheConfigurationNamesIsChecked() {
        harness.with(AllowedTopics.KEY, "shop-.*");

        assertThatThrownBy(harness::start)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the topic strange does not match topics.allowed=shop-.*");
    }

    @Test
    void aValueCannotForgeALineOfTheLog() {
        String forged = "x\n[2026-01-01 00:00:00,000] ERROR all offsets were lost";

        assertThatThrownBy(() -> sentByType(forged))
                .isInstanceOf(ConnectException.class)
                .satisfies(thrown -> {
                    StringWriter trace = new StringWriter();
                    thrown.printStackTrace(new PrintWriter(trace, true));
                    assertThat(trace.toString()).contains("x\\n[2026-01-01").doesNotContain("\n[2026-01-01");
                });
    }
}

package io.parquetry.it;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.StackSettings;
import java.util.Map;

/**
 * What a run of {@link ExactlyOnceUnderKills} kills, and what the killed processes work on.
 *
 * @param name name of the run and of its directory
 * @param sinkKills number of kills of the sink's worker
 * @param sourceKills number of kills of the source's worker
 * @param brokerKills number of kills of the broker
 */
record KillRun(
        String name,
        Archive archive,
        Group group,
        Input input,
        Boundary boundary,
        int sinkKills,
        int sourceKills,
        int brokerKills) {

    /** The storage between sink and source. */
    enum Archive {
        LOCAL(1_000) {
            @Override
            TestStorage of(KafkaStack stack) {
                return TestStorage.local(stack.dataDirectory());
            }
        },
        HDFS(570_000) {
            @Override
            TestStorage of(KafkaStack stack) {
                return new HdfsTestStorage(stack.dataDirectory(), 1);
            }
        },
        S3(150_000) {
            @Override
            TestStorage of(KafkaStack stack) {
                return new S3TestStorage(stack.dataDirectory());
            }
        },
        AZURE(150_000) {
            @Override
            TestStorage of(KafkaStack stack) {
                return new AzureTestStorage(stack.dataDirectory());
            }
        };

        private final long graceMs;

        Archive(long graceMs) {
            this.graceMs = graceMs;
        }

        /** How long entries of a ledger are kept: longer than a request may be under way. */
        long graceMs() {
            return graceMs;
        }

        abstract TestStorage of(KafkaStack stack);
    }

    /** How the sink's consumers share their partitions. */
    enum Group {
        EAGER("consumer.override.partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor"),
        COOPERATIVE(
                "consumer.override.partition.assignment.strategy",
                "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"),
        KIP_848("consumer.override.group.protocol", "consumer");

        private final Map<String, String> sinkConfig;

        Group(String key, String value) {
            this.sinkConfig = Map.of(key, value);
        }

        Map<String, String> sinkConfig() {
            return sinkConfig;
        }

        /** With KIP-848 sessions are a setting of the broker; consumers that have their own are refused. */
        StackSettings settings(StackSettings settings) {
            return this != KIP_848
                    ? settings
                    : settings.withoutWorkerConfig("consumer.session.timeout.ms")
                            .withoutWorkerConfig("consumer.heartbeat.interval.ms")
                            .withBrokerConfig("group.consumer.min.session.timeout.ms", "1000")
                            .withBrokerConfig("group.consumer.session.timeout.ms", "4000")
                            .withBrokerConfig("group.consumer.min.heartbeat.interval.ms", "500")
                            .withBrokerConfig("group.consumer.heartbeat.interval.ms", "1000");
        }
    }

    /** The kind of topic that the sink reads. */
    enum Input {
        PLAIN(Map.of(), Map.of()),
        /** Every third reading has a key that comes again; segments of seconds are compacted while the sink reads. */
        COMPACTED(
                Map.of("cleanup.policy", "compact", "segment.ms", "3000", "min.cleanable.dirty.ratio", "0.01"),
                Map.of()),
        /** One of four transactions is aborted. */
        TRANSACTIONAL(Map.of(), Map.of("consumer.override.isolation.level", "read_committed"));

        private final Map<String, String> topicConfig;
        private final Map<String, String> sinkConfig;

        Input(Map<String, String> topicConfig, Map<String, String> sinkConfig) {
            this.topicConfig = topicConfig;
            this.sinkConfig = sinkConfig;
        }

        Map<String, String> topicConfig() {
            return topicConfig;
        }

        Map<String, String> sinkConfig() {
            return sinkConfig;
        }
    }

    /** The source's {@code transaction.boundary}. */
    enum Boundary {
        POLL,
        INTERVAL
    }

    /** The same with a share of the kills, at least one of each kind that there is. */
    KillRun percent(int percent) {
        return new KillRun(
                name,
                archive,
                group,
                input,
                boundary,
                share(sinkKills, percent),
                share(sourceKills, percent),
                share(brokerKills, percent));
    }

    private static int share(int kills, int percent) {
        return (kills * percent + 99) / 100;
    }

    int kills() {
        return sinkKills + sourceKills + brokerKills;
    }

    @Override
    public String toString() {
        return name;
    }
}

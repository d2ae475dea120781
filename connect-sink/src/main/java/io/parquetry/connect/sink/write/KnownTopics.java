package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.config.ErrorSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;

/** The ids of a task's topics, as the brokers told them last; nothing where no brokers are asked. */
final class KnownTopics {
    private static final Log LOG = Log.of(KnownTopics.class);
    private static final long PATIENCE_MS = 10_000;

    private final Optional<TopicIds> brokers;
    private final Map<String, String> ids = new HashMap<>();

    /** Null unless an answer is waited for. */
    private CompletableFuture<Map<String, String>> asked;

    /** Whether the last question had no answer, which was said; then nothing is waited for until one is answered. */
    private boolean failed;

    KnownTopics(Optional<TopicIds> brokers) {
        this.brokers = brokers;
    }

    /** Asks for the ids of these topics, unless an answer is waited for. */
    void ask(Set<String> topics) {
        if (asked == null && !topics.isEmpty()) {
            brokers.ifPresent(source -> asked = source.of(topics));
        }
    }

    /**
     * Asks, and waits for the answer for some seconds. What was known before does not count: the partitions may have
     * had owners since that know of a later topic.
     */
    void require(Set<String> topics) {
        ids.keySet().removeAll(topics);
        asked = null;
        ask(topics);
        learn(PATIENCE_MS);
    }

    /** Forgets the id of a topic, and asks for that of now unless the brokers do not answer. */
    void askAgain(String topic) {
        ids.remove(topic);
        if (!failed) {
            require(Set.of(topic));
        }
    }

    /** Takes an answer that has arrived. */
    void learn() {
        learn(0);
    }

    private void learn(long patienceMs) {
        if (asked == null || patienceMs == 0 && !asked.isDone()) {
            return;
        }
        try {
            ids.putAll(asked.get(patienceMs, TimeUnit.MILLISECONDS));
            failed = false;
        } catch (ExecutionException e) {
            warn(e.getCause());
        } catch (TimeoutException e) {
            warn(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            warn(e);
        }
        asked = null;
    }

    private void warn(Throwable reason) {
        if (!failed) {
            failed = true;
            LOG.warn(
                    "The brokers of {} do not tell the ids of topics. Records are written all the same, but a topic"
                            + " that is deleted and created again may not be noticed until they do: {}",
                    AdminSettings.BOOTSTRAP_SERVERS,
                    reason.toString());
        }
    }

    Optional<String> idOf(String topic) {
        return Optional.ofNullable(ids.get(topic));
    }

    /**
     * Why a partition must not be written: its topic is another one than that of the records before.
     *
     * @param before id of the topic whose records were written
     */
    Optional<Halt> recreated(TopicPartition partition, Optional<String> before) {
        return idOf(partition.topic())
                .filter(now -> before.isPresent() && !before.get().equals(now))
                .map(now -> new Halt(
                        Halt.Cause.TOPIC_RECREATED,
                        beginning(partition).orElse(0),
                        "topic " + partition.topic() + ", partition " + partition.partition()
                                + ": the topic was deleted and created again: its id is " + now
                                + ", and that of the topic whose records were written was " + before.get()
                                + ". To write it anew beside the old files, set " + ErrorSettings.ON_TOPIC_RECREATED
                                + "=begin-again, or move each partition of the topic by hand"));
    }

    /** Where the log of a partition begins; empty where no brokers are asked, or they do not answer. */
    OptionalLong beginning(TopicPartition partition) {
        return brokers.filter(source -> !failed)
                .map(source -> source.beginning(partition))
                .orElse(OptionalLong.empty());
    }

    void close() {
        brokers.ifPresent(TopicIds::close);
    }
}

package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.commit.HaltedException;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.config.ErrorSettings;
import io.parquetry.connect.sink.config.ErrorSettings.OnTopicRecreated;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * What becomes of a partition whose topic is another one than before, or that is halted for another reason: a person
 * decides, or it begins again where the configuration says so.
 */
final class HaltPolicy {
    private static final Log LOG = Log.of(HaltPolicy.class);

    private final LedgerDirectory directory;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final ReadPosition position;
    private final KnownTopics topics;
    private final OnTopicRecreated onTopicRecreated;

    HaltPolicy(
            LedgerDirectory directory,
            Ledger ledger,
            ReadPosition position,
            KnownTopics topics,
            OnTopicRecreated onTopicRecreated) {
        this.directory = Objects.requireNonNull(directory, "directory");
        this.partition = new TopicPartition(directory.topic(), directory.partition());
        this.ledger = Objects.requireNonNull(ledger, "ledger");
        this.position = Objects.requireNonNull(position, "position");
        this.topics = Objects.requireNonNull(topics, "topics");
        this.onTopicRecreated = Objects.requireNonNull(onTopicRecreated, "onTopicRecreated");
    }

    /** Has the ledger write down which topic it is, if that is known. */
    void tellTopic() {
        ledger.ofTopic(topics.idOf(partition.topic()));
    }

    /** As {@link #tellTopic}, of a topic that may have been created again since the brokers were asked. */
    private void tellTopicOfNow() {
        Optional<String> before = ledger.current().topicId();
        Optional<String> known = topics.idOf(partition.topic());
        if (known.isPresent() && (before.isEmpty() || before.equals(known))) {
            topics.askAgain(partition.topic());
        }
        tellTopic();
    }

    /** Accepts no record any more if the topic is another one than that of the records before. */
    void noteTopic() {
        tellTopic();
        LedgerEntry entry = ledger.current();
        if (entry.halt().isEmpty() && position.halt().isEmpty()) {
            topics.recreated(partition, entry.topicId()).ifPresent(position::haltBecause);
        }
    }

    /** @throws HaltedException unless the partition begins again */
    void requireBeginsAgain(Halt halt) {
        if (!beginsAgain(halt)) {
            throw new HaltedException(halt, directory);
        }
    }

    private boolean beginsAgain(Halt halt) {
        return halt.cause() == Halt.Cause.TOPIC_RECREATED && onTopicRecreated == OnTopicRecreated.BEGIN_AGAIN;
    }

    /**
     * Where the log begins: the brokers tell it, or the earlier of the records that came first is there. Empty when
     * records may be before the first one that came, which {@code auto.offset.reset=latest} passes over.
     *
     * @param searched whether the consumer has looked for records before it
     */
    OptionalLong beginning(Halt halt, boolean searched) {
        OptionalLong told = topics.beginning(partition);
        if (told.isPresent()) {
            return told;
        }
        if (searched) {
            return OptionalLong.of(Math.min(halt.beginning(), position.first().orElse(halt.beginning())));
        }
        return halt.beginning() == 0 || position.knowsLogStart()
                ? OptionalLong.of(halt.beginning())
                : OptionalLong.empty();
    }

    /**
     * Begins a new generation.
     *
     * @param beginning where the partition begins now
     * @throws HaltedException unless the partition begins again
     */
    LedgerEntry beginAgain(Halt halt, long beginning) throws IOException {
        requireBeginsAgain(halt);
        tellTopicOfNow();
        LedgerEntry again = ledger.beginAgain(beginning);
        LOG.warn(
                "{}: its topic was deleted and created again, or truncated. It is written again from offset {}, to"
                        + " files of generation {}, because of {}=begin-again; the old files stay",
                partition,
                beginning,
                again.generation(),
                ErrorSettings.ON_TOPIC_RECREATED);
        return again;
    }
}

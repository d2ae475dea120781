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
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** What becomes of a halted partition: a person decides, or it begins again where the configuration says so. */
final class HaltPolicy {
    private static final Log LOG = Log.of(HaltPolicy.class);

    private final LedgerDirectory directory;
    private final Ledger ledger;
    private final OnTopicRecreated onTopicRecreated;

    HaltPolicy(LedgerDirectory directory, Ledger ledger, OnTopicRecreated onTopicRecreated) {
        this.directory = Objects.requireNonNull(directory, "directory");
        this.ledger = Objects.requireNonNull(ledger, "ledger");
        this.onTopicRecreated = Objects.requireNonNull(onTopicRecreated, "onTopicRecreated");
    }

    /** @throws HaltedException unless the partition begins again */
    void requireBeginsAgain(Halt halt) {
        if (!beginsAgain(halt)) {
            throw new HaltedException(halt, directory);
        }
    }

    boolean beginsAgain(Halt halt) {
        return halt.cause() == Halt.Cause.TOPIC_RECREATED && onTopicRecreated == OnTopicRecreated.BEGIN_AGAIN;
    }

    /**
     * Begins a new generation.
     *
     * @param found the first offset of the log, where it was searched for
     * @throws HaltedException unless the partition begins again
     */
    LedgerEntry beginAgain(Halt halt, OptionalLong found) throws IOException {
        requireBeginsAgain(halt);
        long beginning = Math.min(halt.beginning(), found.orElse(halt.beginning()));
        LedgerEntry again = ledger.beginAgain(beginning);
        LOG.warn(
                "{}: its topic was deleted and created again, or truncated. It is written again from offset {}, to"
                        + " files of generation {}, because of {}=begin-again; the old files stay",
                new TopicPartition(directory.topic(), directory.partition()),
                beginning,
                again.generation(),
                ErrorSettings.ON_TOPIC_RECREATED);
        return again;
    }
}

package io.parquetry.connect.common.ledger;

import io.parquetry.connect.common.naming.LedgerDirectory;
import java.util.Arrays;
import java.util.Objects;

/**
 * Why a topic-partition must not be written until a person decides. It is kept in the ledger, so that each owner
 * says the
 * same until the position is moved.
 *
 * @param beginning the offset from which a person would have the partition written
 * @param message what was found, and what to do about it beside moving the position; without a full stop
 */
public record Halt(Cause cause, long beginning, String message) {
    /** What was found. */
    public enum Cause {
        /** A record below the position came: the topic was deleted and created again, or truncated. */
        TOPIC_RECREATED("topic-recreated"),
        /** The storage has dropped uploads before they were published, and the topic has deleted their records. */
        RECORDS_LOST("records-lost"),
        /** Another program has deleted a temporary file that an entry names. */
        FILE_DELETED("file-deleted");

        private final String text;

        Cause(String text) {
            this.text = text;
        }

        /** The name in a document. */
        public String text() {
            return text;
        }

        /** @throws IllegalArgumentException when there is no such cause */
        static Cause of(String text) {
            return Arrays.stream(values())
                    .filter(cause -> cause.text.equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no cause \"" + text + "\" of a halt"));
        }
    }

    /** What each start says in the ledger of a directory. */
    public String message(LedgerDirectory directory) {
        return message + ". " + directory.howToMoveTo(beginning);
    }

    public Halt {
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(message, "message");
        if (beginning < 0) {
            throw new IllegalArgumentException("the beginning " + beginning + " must be 0 or more");
        }
    }
}

package io.parquetry.connect.common.objects;

import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;

/** An answer of an object store that does not say yes. A missing permission is an access denied exception instead. */
public final class ObjectFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final Answer answer;

    /** Why the store refuses. */
    public enum Kind {
        /** What the request is about does not exist, in a bucket or container that exists. */
        NOT_THERE,
        /** An object has the key. */
        TAKEN,
        /** Another request for the key is under way; this one may be sent again. */
        CONTESTED,
        /** The object has another version. */
        REPLACED,
        /** The object is in an archive, from which nothing can be read. */
        ARCHIVED,
        /** The store is busy, or does not work at the moment. */
        AWAY,
        /** A key of the configuration has to be changed. */
        MISCONFIGURED,
        /** An answer lacks what a store says; a proxy may have written it. Nothing is known of the effect. */
        UNCLEAR
    }

    /**
     * What the store says.
     *
     * @param status of HTTP; 0 where no request was sent
     * @param code of the store, or of its client; empty for none
     * @param words as they follow the code in a message, such as {@code ": The bucket does not exist"}
     * @param attempts how often the request was sent. Where it was sent again, an earlier attempt may have had its
     *     effect
     */
    public record Answer(int status, String code, String words, int attempts) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Answer {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(words, "words");
        }
    }

    public ObjectFailure(Kind kind, String message, Answer answer, Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.answer = Objects.requireNonNull(answer, "answer");
    }

    /** What the client has found out without a refusal. */
    public ObjectFailure(Kind kind, String message) {
        this(kind, message, new Answer(0, "", "", 1), null);
    }

    public Kind kind() {
        return kind;
    }

    public boolean is(Kind other) {
        return kind == other;
    }

    public Answer answer() {
        return answer;
    }
}

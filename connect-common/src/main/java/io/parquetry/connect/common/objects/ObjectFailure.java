package io.parquetry.connect.common.objects;

import java.io.IOException;
import java.util.Objects;

/** An answer of an object store that says no. A missing permission is an access denied exception instead. */
public class ObjectFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final String key;
    private final int attempts;

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
        MISCONFIGURED
    }

    /**
     * @param key of the configuration that most likely has to be changed
     * @param attempts how often the request was sent
     */
    public ObjectFailure(Kind kind, String message, String key, int attempts, Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.key = Objects.requireNonNull(key, "key");
        this.attempts = attempts;
    }

    public final Kind kind() {
        return kind;
    }

    public final boolean is(Kind other) {
        return kind == other;
    }

    public final String key() {
        return key;
    }

    /** How often the request was sent. Where it was sent again, an earlier attempt may have had its effect. */
    public final int attempts() {
        return attempts;
    }
}

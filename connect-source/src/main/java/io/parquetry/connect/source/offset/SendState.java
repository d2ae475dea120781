package io.parquetry.connect.source.offset;

import java.util.Objects;

/** How far a record has come, and of which row it was made. It outlives the record, whose value takes memory. */
public final class SendState {
    private final String path;
    private final long row;
    private final String topic;

    /** Null when the producer sets the timestamp. */
    private final Long timestampMs;

    private volatile long bytes;
    private volatile boolean taken;
    private volatile boolean answered;

    SendState(String path, long row, String topic, Long timestampMs) {
        this.path = Objects.requireNonNull(path, "path");
        this.row = row;
        this.topic = Objects.requireNonNull(topic, "topic");
        this.timestampMs = timestampMs;
    }

    /** Notes about how many bytes the record has. */
    public void measured(long recordBytes) {
        bytes = recordBytes;
    }

    /** About how many bytes the record has; 0 when it is small, so that nobody has measured it. */
    public long bytes() {
        return bytes;
    }

    void take() {
        taken = true;
    }

    void answer() {
        answered = true;
    }

    /** Whether the worker has taken the record's offset. */
    public boolean isTaken() {
        return taken;
    }

    /** Whether the worker has answered. */
    public boolean isAnswered() {
        return answered;
    }

    /** The row of which the record was made, for messages. */
    public String place() {
        return "row " + row + " of " + path;
    }

    public String topic() {
        return topic;
    }

    /** Null when the producer sets the timestamp. */
    public Long timestampMs() {
        return timestampMs;
    }
}

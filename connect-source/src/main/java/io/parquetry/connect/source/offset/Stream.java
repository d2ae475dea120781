package io.parquetry.connect.source.offset;

import java.util.Objects;
import java.util.Optional;

/** A topic-partition whose files the Parquetry sink wrote; its records are ordered by offset. */
public record Stream(String topic, int partition) {
    public Stream {
        Objects.requireNonNull(topic, "topic");
    }

    /** {@code topic+partition}, as in the names of its files. The name of a topic has no {@code +}. */
    @Override
    public String toString() {
        return topic + "+" + partition;
    }

    static Optional<Stream> parse(String name) {
        int plus = name.lastIndexOf('+');
        String partition = name.substring(plus + 1);
        if (plus < 1 || !partition.matches("0|[1-9][0-9]{0,8}")) {
            return Optional.empty();
        }
        return Optional.of(new Stream(name.substring(0, plus), Integer.parseInt(partition)));
    }
}

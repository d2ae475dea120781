package io.parquetry.connect.source.discover;

import java.util.Objects;

/** A topic-partition whose files our sink wrote; its records have an order. */
public record Stream(String topic, int partition) {
    public Stream {
        Objects.requireNonNull(topic, "topic");
    }

    @Override
    public String toString() {
        return topic + "+" + partition;
    }
}

package io.parquetry.connect.source.config;

import java.util.Objects;

/** In which order files are sent. */
public record OrderSettings(StreamOrder streamOrder) {
    public OrderSettings {
        Objects.requireNonNull(streamOrder, "streamOrder");
    }
}

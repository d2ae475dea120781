package io.parquetry.connect.source.config;

import java.util.Objects;

/** In which order files are sent. */
public record OrderSettings(FileOrder order) {
    public OrderSettings {
        Objects.requireNonNull(order, "order");
    }
}

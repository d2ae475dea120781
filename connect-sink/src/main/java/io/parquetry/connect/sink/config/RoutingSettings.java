package io.parquetry.connect.sink.config;

import io.parquetry.connect.sink.partition.PathTemplate;
import java.util.Objects;

/**
 * Where a record goes.
 *
 * @param topicsDirectory directory inside the storage below which each topic has one
 * @param template into which directories of its topic records are sorted
 */
public record RoutingSettings(String topicsDirectory, PathTemplate template) {
    public RoutingSettings {
        Objects.requireNonNull(topicsDirectory, "topicsDirectory");
        Objects.requireNonNull(template, "template");
    }
}

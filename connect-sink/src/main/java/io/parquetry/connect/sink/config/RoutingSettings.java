package io.parquetry.connect.sink.config;

import io.parquetry.connect.sink.partition.PathFormat;
import io.parquetry.connect.sink.partition.TimestampSource;
import java.time.ZoneId;
import java.util.Objects;

/**
 * Where a record goes.
 *
 * @param topicsDirectory directory inside the storage below which each topic has one
 * @param partitioning into which directories of its topic records are sorted
 */
public record RoutingSettings(String topicsDirectory, Partitioning partitioning) {
    public RoutingSettings {
        Objects.requireNonNull(topicsDirectory, "topicsDirectory");
        Objects.requireNonNull(partitioning, "partitioning");
    }

    /** Into which directories records are sorted. */
    public sealed interface Partitioning {
        /** One directory for each partition of the topic. */
        record ByKafkaPartition() implements Partitioning {}

        /**
         * By time.
         *
         * @param durationMs length of the span that shares a directory
         * @param field dotted path of the field that holds the time; "" where it is not needed
         */
        record ByTime(PathFormat format, long durationMs, TimestampSource source, String field, ZoneId zone)
                implements Partitioning {}
    }
}

package io.parquetry.benchmarks.worker;

import io.parquetry.benchmarks.contender.Codec;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Iceberg's sink on a catalog in a folder; it makes its table of the first record, and commits every ten seconds. */
final class IcebergSink {
    private IcebergSink() {}

    static Map<String, String> config(Codec codec, Path target) {
        return Map.of(
                "connector.class",
                "org.apache.iceberg.connect.IcebergSinkConnector",
                "iceberg.catalog.type",
                "hadoop",
                "iceberg.catalog.warehouse",
                target.toUri().toString(),
                "iceberg.tables",
                "bench.records",
                "iceberg.tables.auto-create-enabled",
                "true",
                "iceberg.control.topic",
                "control-" + target.getFileName(),
                "iceberg.control.commit.interval-ms",
                "10000",
                "iceberg.tables.auto-create-props.write.parquet.compression-codec",
                codec.name().toLowerCase(Locale.ROOT));
    }
}

package io.parquetry.benchmarks;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/**
 * Measuring knows no Parquet. The engine's internal packages are closed to the contenders; the one that decodes columns
 * calls a class of the engine's test kit.
 */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.benchmarks", """
                        measure           :
                        data              :
                        contender         : measure, data
                        jmh               : measure, data, contender
                        jmh.jmh_generated : contender, jmh
                        worker            : measure, data, contender
                        (root)            : measure, data, contender, worker
                        """)
                .imports(
                        "io.parquetry.connect.common.access",
                        "io.parquetry.connect.common.data",
                        "io.parquetry.connect.common.schema",
                        "io.parquetry.connect.common.storage",
                        "io.parquetry.connect.sink",
                        "io.parquetry.connect.sink.config",
                        "io.parquetry.connect.source",
                        "io.parquetry.format",
                        "io.parquetry.format.file",
                        "io.parquetry.format.host",
                        "io.parquetry.format.io",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.model",
                        "io.parquetry.format.schema",
                        "io.parquetry.local",
                        "io.parquetry.local.rest",
                        "io.parquetry.local.topics",
                        "io.parquetry.local.wait",
                        "io.parquetry.storage.s3")
                .library("org.apache.parquet", "contender")
                .library("org.apache.avro", "contender")
                .library("org.apache.hadoop")
                .library("dev.hardwood", "contender")
                .library("org.openjdk.jmh", "(root)", "jmh", "jmh.jmh_generated"));
    }
}

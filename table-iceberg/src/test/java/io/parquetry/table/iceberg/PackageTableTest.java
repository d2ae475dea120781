package io.parquetry.table.iceberg;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** One package: it knows the sink's interface of a table, columns of records and footers, and not how files are written. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.table.iceberg", "(root) :")
                .imports(
                        "io.parquetry.connect.common.access",
                        "io.parquetry.connect.common.config",
                        "io.parquetry.connect.common.data",
                        "io.parquetry.connect.common.schema",
                        "io.parquetry.connect.common.storage",
                        "io.parquetry.connect.sink.table",
                        "io.parquetry.format.io",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.schema")
                .library("org.apache.hadoop")
                .library("org.apache.kafka.connect.runtime"));
    }
}

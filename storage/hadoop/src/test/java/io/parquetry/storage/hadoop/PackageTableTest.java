package io.parquetry.storage.hadoop;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/**
 * One package, which knows the interfaces of a storage and of the configuration kit, and nothing of Parquet or topics.
 */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.storage.hadoop", "(root) :")
                .imports(
                        "io.parquetry.connect.common.access",
                        "io.parquetry.connect.common.config",
                        "io.parquetry.connect.common.log",
                        "io.parquetry.connect.common.storage",
                        "io.parquetry.format.io")
                .library("org.apache.kafka.connect.runtime"));
    }
}

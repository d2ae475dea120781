package io.parquetry.storage.s3;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/**
 * One package, which knows the kit of object stores and that of the configuration, and nothing of Parquet.
 */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.storage.s3", "(root) :")
                .imports(
                        "io.parquetry.connect.common.access",
                        "io.parquetry.connect.common.config",
                        "io.parquetry.connect.common.objects",
                        "io.parquetry.connect.common.storage"));
    }
}

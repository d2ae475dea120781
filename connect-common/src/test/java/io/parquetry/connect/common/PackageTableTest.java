package io.parquetry.connect.common;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** What both connectors use. Hadoop is known to one package, and to the package that chooses a storage. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.connect.common", """
                        config   :
                        metrics  :
                        naming   :
                        schema   :
                        storage  :
                        template :
                        data     : schema
                        hadoop   : storage
                        ledger   : naming, storage
                        retry    : config
                        access   : config, storage, hadoop
                        """)
                .imports(
                        "io.parquetry.format",
                        "io.parquetry.format.io",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.model",
                        "io.parquetry.format.schema")
                .library("org.apache.hadoop", "hadoop")
                .library("org.apache.kafka.connect.runtime"));
    }
}

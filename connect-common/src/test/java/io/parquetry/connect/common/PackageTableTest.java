package io.parquetry.connect.common;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** What both connectors use. Clients of remote storages are in modules of their own. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.connect.common", """
                        log      :
                        memory   :
                        config   : log
                        metrics  : log
                        naming   :
                        schema   :
                        storage  :
                        template :
                        version  :
                        data     : schema
                        ledger   : naming, storage
                        retry    : log, config
                        access   : config, storage
                        brokers  : config
                        objects  : access, config, log, memory, naming, storage
                        """)
                .imports(
                        "io.parquetry.format",
                        "io.parquetry.format.filter",
                        "io.parquetry.format.io",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.model",
                        "io.parquetry.format.schema",
                        "io.parquetry.format.variant")
                .library("org.apache.hadoop")
                .library("org.apache.kafka.connect.runtime"));
    }
}

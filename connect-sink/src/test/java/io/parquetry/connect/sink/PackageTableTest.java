package io.parquetry.connect.sink;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** The sink: a record passes from the bottom line upwards, from the task to the partition of its path. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.connect.sink", """
                        metrics   :
                        commit    : metrics
                        table     : metrics, commit
                        partition :
                        config    : partition, table
                        errors    : metrics, config
                        schema    : config
                        rotation  : config
                        file      : table, config, schema
                        memory    : partition, config, schema, file
                        write     : commit, metrics, table, partition, config, errors, schema, rotation, file, memory
                        (root)    : commit, metrics, table, config, memory, write
                        """)
                .imports(
                        "io.parquetry.connect.common.access",
                        "io.parquetry.connect.common.brokers",
                        "io.parquetry.connect.common.config",
                        "io.parquetry.connect.common.data",
                        "io.parquetry.connect.common.ledger",
                        "io.parquetry.connect.common.log",
                        "io.parquetry.connect.common.memory",
                        "io.parquetry.connect.common.metrics",
                        "io.parquetry.connect.common.naming",
                        "io.parquetry.connect.common.retry",
                        "io.parquetry.connect.common.schema",
                        "io.parquetry.connect.common.storage",
                        "io.parquetry.connect.common.template",
                        "io.parquetry.connect.common.version",
                        "io.parquetry.format",
                        "io.parquetry.format.file",
                        "io.parquetry.format.host",
                        "io.parquetry.format.io",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.schema")
                .library("org.apache.hadoop")
                .library("org.apache.kafka.connect.runtime"));
    }
}

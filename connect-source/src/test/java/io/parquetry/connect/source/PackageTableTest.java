package io.parquetry.connect.source;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** The source: a row passes from the bottom line upwards, from the task to the file it is read from. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.connect.source", """
                        metrics  :
                        memory   :
                        offset   :
                        config   : offset
                        discover : offset, config
                        convert  : offset, config
                        errors   : metrics, offset, config, discover
                        select   : offset, config, discover, convert
                        read     : memory, offset, config, discover, convert, errors, select
                        tracking : metrics, offset, config, discover, errors, select, read
                        merge    : metrics, memory, offset, config, discover, errors, read, tracking
                        send     : metrics, memory, offset, config, discover, convert, errors, select, read, tracking, \
                                   merge
                        (root)   : config, discover, read, tracking, send
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
                        "io.parquetry.format.filter",
                        "io.parquetry.format.host",
                        "io.parquetry.format.io",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.schema")
                .library("org.apache.hadoop")
                .library("org.apache.kafka.connect.runtime"));
    }
}

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
                        pattern  : offset
                        config   : offset, pattern
                        complete : config
                        discover : offset, pattern, config, complete
                        rate     : config
                        topic    : pattern, config
                        convert  : pattern, config, complete, topic
                        errors   : metrics, offset, config, complete, discover
                        select   : offset, pattern, config, discover, convert
                        read     : offset, config, discover, errors, select, memory
                        tracking : metrics, offset, config, complete, discover, errors, select, read
                        merge    : metrics, offset, config, complete, discover, errors, read, tracking, \
                                   memory
                        batch    :
                        (root)   : metrics, offset, config, complete, discover, rate, topic, convert, errors, select, \
                                   read, tracking, merge, batch, memory
                        """)
                .imports(
                        "io.parquetry.connect.common.access",
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

package io.parquetry.demo;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** The demo: the stack of {@code io.parquetry.local}, and the output and options of the command line. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.demo", """
            (root) :
            """)
                .imports(
                        "io.parquetry.cli",
                        "io.parquetry.cli.console",
                        "io.parquetry.cli.failure",
                        "io.parquetry.cli.input",
                        "io.parquetry.cli.inspect",
                        "io.parquetry.connect.common.naming",
                        "io.parquetry.connect.common.storage",
                        "io.parquetry.format.file",
                        "io.parquetry.format.io",
                        "io.parquetry.format.merge",
                        "io.parquetry.format.schema",
                        "io.parquetry.local",
                        "io.parquetry.local.rest",
                        "io.parquetry.local.topics")
                .library("org.apache.kafka", "(root)")
                .library("org.apache.iceberg", "(root)")
                .library("me.tongfei.progressbar", "(root)"));
    }
}

package io.parquetry.local;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** The broker and the workers. This module knows nothing of Parquet. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.local", """
                        wait   :
                        rest   : wait
                        (root) : wait, rest
                        topics : wait, (root)
                        """)
                .library("org.apache.kafka", "(root)", "topics")
                .library("java.net.http", "rest"));
    }
}

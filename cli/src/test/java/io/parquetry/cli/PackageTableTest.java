package io.parquetry.cli;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** The command line: commands import what they print and parse with, and only the root imports all commands. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.cli", """
            console  :
            failure  :
            input    : failure
            json     : failure
            csv      : failure, json
            describe : json
            manual   :
            inspect  : console, failure, input, json, csv, describe
            rows     : console, failure, input, json, csv
            diff     : console, failure, input, describe
            verify   : console, failure, input, json, describe
            write    : console, failure, input, json, csv
            layout   : console, failure, input, json, describe, write
            ledger   : console, failure, input, json
            table    : console, failure, input, json
            (root)   : console, failure, input, manual, inspect, rows, diff, verify, write, layout, ledger, table
            """)
                .imports(
                        "io.parquetry.connect.common.access",
                        "io.parquetry.connect.common.config",
                        "io.parquetry.connect.common.ledger",
                        "io.parquetry.connect.common.naming",
                        "io.parquetry.connect.common.storage",
                        "io.parquetry.connect.sink.commit",
                        "io.parquetry.connect.sink.config",
                        "io.parquetry.connect.sink.file",
                        "io.parquetry.connect.sink.table",
                        "io.parquetry.format",
                        "io.parquetry.format.file",
                        "io.parquetry.format.filter",
                        "io.parquetry.format.io",
                        "io.parquetry.format.merge",
                        "io.parquetry.format.metadata",
                        "io.parquetry.format.model",
                        "io.parquetry.format.schema",
                        "io.parquetry.format.variant")
                .library("org.apache.kafka", "failure", "input", "table")
                .library("de.siegmar.fastcsv", "csv")
                .library("org.apache.hadoop"));
    }
}

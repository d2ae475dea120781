package io.parquetry.format;

import io.parquetry.rules.PackageTable;
import io.parquetry.rules.PackageTableContract;

/** The engine: read from the bottom up, no package uses a name that the lines above it have not introduced. */
class PackageTableTest extends PackageTableContract {
    PackageTableTest() {
        super(PackageTable.of("io.parquetry.format", """
                        (root)                :
                        io                    : (root)
                        schema                : (root)
                        metadata              : (root), schema
                        variant               : (root)
                        model                 : (root), schema, variant
                        filter                : (root), schema
                        internal.thrift       : (root), schema, metadata
                        internal.compression  : (root), metadata
                        internal.encoding     : (root), schema, metadata
                        internal.statistics   : (root), schema, metadata
                        internal.helper       :
                        internal.event        : (root), schema, metadata
                        internal.page         : (root), io, schema, metadata, internal.thrift, internal.compression, internal.encoding, internal.helper
                        internal.column.write : (root), io, schema, metadata, internal.encoding, internal.statistics, internal.event, internal.page
                        internal.column.read  : (root), io, schema, metadata, internal.encoding, internal.statistics, internal.event, internal.page
                        internal.record       : (root), schema, variant, model, internal.column.write, internal.column.read
                        internal.rowgroup     : (root), io, schema, metadata, filter, internal.thrift, internal.statistics, internal.event, internal.column.write, internal.column.read
                        host                  : (root), io, internal.column.write, internal.helper
                        internal.footer       : (root), io, schema, metadata, internal.thrift, internal.page, internal.column.write, internal.column.read, internal.rowgroup, host
                        merge                 : (root), io, schema, metadata, internal.thrift, internal.statistics, internal.page, internal.column.write, internal.column.read, internal.rowgroup, internal.footer
                        file                  : (root), io, schema, metadata, variant, model, filter, internal.thrift, internal.compression, internal.encoding, internal.statistics, internal.helper, internal.page, internal.column.write, internal.column.read, internal.record, internal.rowgroup, host, internal.footer
                        """)
                .library("org.xerial", "internal.compression")
                .library("com.github.luben", "internal.compression")
                .library("net.jpountz", "internal.compression")
                .library("com.aayushatharva", "internal.compression")
                .library("org.apache")
                .library("org.slf4j")
                .library("java.util.logging")
                .library("com.fasterxml")
                .library("sun")
                .library("jdk", "internal.event"));
    }
}

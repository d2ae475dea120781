/**
 * The Parquet engine. It exports what a program uses to write, read, filter and merge files; everything below {@code
 * internal} may change with any version.
 */
@SuppressWarnings("requires-automatic") // snappy-java and lz4-java have no descriptor of their own
module io.parquetry.format {
    requires com.aayushatharva.brotli4j;
    requires com.github.luben.zstd_jni;
    requires jdk.jfr;
    requires org.lz4.java;
    requires org.xerial.snappy;

    exports io.parquetry.format;
    exports io.parquetry.format.file;
    exports io.parquetry.format.filter;
    exports io.parquetry.format.host;
    exports io.parquetry.format.io;
    exports io.parquetry.format.merge;
    exports io.parquetry.format.metadata;
    exports io.parquetry.format.model;
    exports io.parquetry.format.schema;
    exports io.parquetry.format.variant;
}

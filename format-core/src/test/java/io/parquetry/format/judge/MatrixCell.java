package io.parquetry.format.judge;

import io.parquetry.format.Judge;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One combination of type, encoding and options of a column, whether it can be written or not. */
record MatrixCell(
        PhysicalType type,
        Encoding encoding,
        CompressionCodec codec,
        PageVersion version,
        Nulls nulls,
        Nesting nesting) {
    /** Which values are null. */
    enum Nulls {
        /** No value: the column is required. */
        REQUIRED,
        NONE,
        SOME,
        ALL
    }

    /** The nesting of the column. */
    enum Nesting {
        NOTHING,
        STRUCT,
        LIST,
        LIST_OF_LISTS,
        MAP
    }

    /** The encodings that Encodings.md allows for a type, independently of the writer's table. */
    private static final Map<Encoding, Set<PhysicalType>> ALLOWED = Map.of(
            Encoding.PLAIN, Set.of(PhysicalType.values()),
            Encoding.RLE_DICTIONARY, Set.of(PhysicalType.values()),
            Encoding.RLE, Set.of(PhysicalType.BOOLEAN),
            Encoding.DELTA_BINARY_PACKED, Set.of(PhysicalType.INT32, PhysicalType.INT64),
            Encoding.DELTA_LENGTH_BYTE_ARRAY, Set.of(PhysicalType.BYTE_ARRAY),
            Encoding.DELTA_BYTE_ARRAY, Set.of(PhysicalType.BYTE_ARRAY, PhysicalType.FIXED_LEN_BYTE_ARRAY),
            Encoding.BYTE_STREAM_SPLIT,
                    Set.of(
                            PhysicalType.INT32,
                            PhysicalType.INT64,
                            PhysicalType.FLOAT,
                            PhysicalType.DOUBLE,
                            PhysicalType.FIXED_LEN_BYTE_ARRAY),
            Encoding.ALP, Set.of(PhysicalType.FLOAT, PhysicalType.DOUBLE));

    /** Why the writer does not write this cell; empty if it must. */
    Optional<String> waiver() {
        if (type == PhysicalType.INT96) {
            return Optional.of("INT96 is deprecated");
        }
        if (!codec.isWritten()) {
            return Optional.of("CompressionCodec says that " + codec + " is not written");
        }
        if (type == PhysicalType.BOOLEAN && encoding == Encoding.RLE_DICTIONARY) {
            return Optional.of("a dictionary saves nothing for BOOLEAN");
        }
        return ALLOWED.getOrDefault(encoding, Set.of()).contains(type)
                ? Optional.empty()
                : Optional.of("Encodings.md does not give " + encoding + " to values of " + type);
    }

    /** Why parquet-java does not read this cell; empty if it must. */
    Optional<String> waiverOfParquetJava() {
        if (encoding == Encoding.ALP) {
            return Optional.of("parquet-java has no ALP yet, and refuses the footer that names it");
        }
        return Judge.PARQUET_JAVA.has(codec)
                ? Optional.empty()
                : Optional.of("parquet-java has no " + codec + " without a codec of Hadoop");
    }

    /** Why DuckDB does not read this cell; empty if it must. */
    Optional<String> waiverOfDuckDb() {
        if (encoding == Encoding.ALP) {
            return Optional.of("DuckDB has no ALP in Parquet files yet");
        }
        if (!Judge.DUCKDB.has(codec)) {
            return Optional.of("DuckDB has no " + codec);
        }
        return type == PhysicalType.FIXED_LEN_BYTE_ARRAY && encoding == Encoding.BYTE_STREAM_SPLIT
                ? Optional.of("DuckDB splits streams of numbers only")
                : Optional.empty();
    }
}

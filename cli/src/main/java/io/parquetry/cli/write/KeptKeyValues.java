package io.parquetry.cli.write;

import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.metadata.KeyValue;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The key-value metadata of files that are still true of the file that is written from them: those that all files
 * share, without those that describe columns where columns have changed, or rows where rows have.
 */
final class KeptKeyValues {
    /** Of Arrow, pandas, Spark, Avro, Protocol Buffers, Thrift, Iceberg, GeoParquet and the sink. */
    private static final List<String> OF_COLUMNS = List.of(
            "ARROW:schema",
            "pandas",
            "org.apache.spark.sql.parquet.row.metadata",
            "parquet.avro.schema",
            "avro.schema",
            "parquet.proto.",
            "parquet.thrift.",
            "thrift.",
            "iceberg.schema",
            "geo",
            "parquetry.connect.");

    private static final List<String> OF_ROWS =
            List.of("pandas", "parquetry.records", "parquetry.offset.", "parquetry.timestamp.");

    private Map<String, Optional<String>> kept;
    private final Set<String> dropped = new LinkedHashSet<>();

    /** Takes the metadata of a file; keys on which files disagree are dropped. */
    void add(FileMetadata file) {
        Map<String, Optional<String>> ofFile = new LinkedHashMap<>();
        for (KeyValue pair : file.keyValues()) {
            ofFile.put(pair.key(), pair.value());
        }
        if (kept == null) {
            kept = ofFile;
            return;
        }
        drop(key -> !kept.get(key).equals(ofFile.get(key)));
        for (String key : ofFile.keySet()) {
            if (!kept.containsKey(key)) {
                dropped.add(key);
            }
        }
    }

    void columnsHaveChanged() {
        drop(key -> isOneOf(OF_COLUMNS, key));
    }

    void rowsHaveChanged() {
        drop(KeptKeyValues::isOfRows);
    }

    void calendarHasChanged() {
        drop(HybridCalendar.KEYS::contains);
    }

    /** Whether a key describes the rows of its file. */
    static boolean isOfRows(String key) {
        return isOneOf(OF_ROWS, key);
    }

    private static boolean isOneOf(List<String> names, String key) {
        return names.stream().anyMatch(name -> name.endsWith(".") ? key.startsWith(name) : key.equals(name));
    }

    private void drop(Predicate<String> unwanted) {
        for (String key : List.copyOf(kept.keySet())) {
            if (unwanted.test(key)) {
                kept.remove(key);
                dropped.add(key);
            }
        }
    }

    /** What a command says of the keys that its file does not have; nothing where it has them all. */
    static void report(Set<String> dropped, PrintWriter err) {
        if (!dropped.isEmpty()) {
            err.println("left out of the key-value metadata, as no longer true: " + String.join(", ", dropped));
        }
    }

    Map<String, Optional<String>> kept() {
        return kept;
    }

    Set<String> dropped() {
        return dropped;
    }
}

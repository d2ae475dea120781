package io.parquetry.benchmarks.data;

import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Records that are the same for every contender and in every run. Each call creates a new record with new strings, as a
 * converter does for a sink, so that no contender profits from hashes or objects of an earlier round.
 */
public interface Dataset {
    /** Letter and name, for the tables. */
    String name();

    Schema schema();

    /** Rows of a run of about a second. */
    int rowsDefault();

    /** The largest number of rows. */
    default int rowsMax() {
        return Integer.MAX_VALUE;
    }

    /** The record of a row; rows are numbered from 0. */
    Struct row(int number);

    /** The record of a row as a converter gives it without schema; empty where the data set has no documents. */
    default Optional<Object> document(int number) {
        return Optional.empty();
    }
}

package io.parquetry.benchmarks.data;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Records that are the same for every contender and in every run. Each is made anew when it is asked for, down to its
 * strings, because that is how a converter hands records to a sink: nobody may live on hashes or objects that an earlier
 * round has left behind.
 */
public interface Dataset {
    /** Letter and name, as in tables and file names. */
    String name();

    Schema schema();

    /** As many rows as show a steady state in a second or so. */
    int rowsDefault();

    /** As many rows as there are, at most. */
    default int rowsMax() {
        return Integer.MAX_VALUE;
    }

    /** The record of a row; rows are numbered from 0. */
    Struct row(int number);
}

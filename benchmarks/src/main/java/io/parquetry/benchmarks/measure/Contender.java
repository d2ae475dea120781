package io.parquetry.benchmarks.measure;

import java.io.Closeable;
import java.io.IOException;

/** Somebody who can do the work that is measured, again and again. */
public interface Contender extends Closeable {
    /** Who it is and what it pays, as it stands in the tables. */
    String name();

    /** Does the work once. */
    RunCost run() throws IOException;

    @Override
    default void close() throws IOException {}
}

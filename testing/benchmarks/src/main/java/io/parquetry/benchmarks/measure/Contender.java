package io.parquetry.benchmarks.measure;

import java.io.Closeable;
import java.io.IOException;

/** An implementation of the measured work, which can run repeatedly. */
public interface Contender extends Closeable {
    /** The name in the tables, with the part of the work that is measured. */
    String name();

    /** Runs the work once. */
    RunCost run() throws IOException;

    @Override
    default void close() throws IOException {}
}

package io.parquetry.simulation;

/** What a process does. */
@FunctionalInterface
interface ProcessBody {
    void run(SimulatedProcess process) throws Exception;
}

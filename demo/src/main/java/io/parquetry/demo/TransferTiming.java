package io.parquetry.demo;

/**
 * One direction of the round trip in elapsed time: from the request that creates the connector until its last record
 * has arrived.
 */
record TransferTiming(String name, long records, double seconds) {
    long recordsPerSecond() {
        return Math.round(records / Math.max(seconds, 0.001));
    }
}

package io.parquetry.cli.demo;

/**
 * One half of the round trip, measured by the clock on the wall: from the request that makes the connector until its
 * last record is where it should be.
 */
record TransferTiming(String name, long records, double seconds) {
    long recordsPerSecond() {
        return Math.round(records / Math.max(seconds, 0.001));
    }
}

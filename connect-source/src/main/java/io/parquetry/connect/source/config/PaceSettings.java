package io.parquetry.connect.source.config;

/**
 * How fast records are sent, by all tasks together.
 *
 * @param recordsPerSecond 0 for as many as go
 * @param bytesPerSecond 0 for as many as go
 * @param replaySpeed how many times as fast as they came once; 0 for as fast as they go
 */
public record PaceSettings(long recordsPerSecond, long bytesPerSecond, double replaySpeed) {
    /** Whether the distances between records count. */
    public boolean replays() {
        return replaySpeed > 0;
    }
}

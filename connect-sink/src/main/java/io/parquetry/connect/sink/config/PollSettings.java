package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How long calls of the worker may take that close files. The consumer polls between the calls, and loses its
 * partitions when it does not poll within its {@code max.poll.interval.ms}. A task is told that interval only if the
 * connector overrides it.
 *
 * @param sliceMs how long one call closes files that are due, a quarter of the interval at most; later calls close the
 *     others
 * @param onCloseMs how long files are closed when partitions are given back
 * @param rebalanceMs how long a rebalance takes at most, which is the interval: a member that does not poll until then
 *     is left out
 */
public record PollSettings(long sliceMs, long onCloseMs, long rebalanceMs) {
    static final String ON_CLOSE_TIMEOUT_MS = "on.close.timeout.ms";

    /** Connect's key for the interval of the consumers of the connector. */
    public static final String MAX_POLL_INTERVAL_MS = "consumer.override.max.poll.interval.ms";

    /** Of a worker that does not say another. */
    private static final long POLL_INTERVAL_MS = 300_000;

    private static final long SLICE_MS = 1_000;
    private static final long ON_CLOSE_MS = 30_000;
    private static final long SLICES_PER_POLL_INTERVAL = 4;
    private static final long CLOSES_PER_POLL_INTERVAL = 2;

    static final class Keys implements KeyGroup<PollSettings> {
        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Poll interval");
            group.key(ON_CLOSE_TIMEOUT_MS, LONG, "Time for giving back")
                    .defaultsTo(ON_CLOSE_MS)
                    .must(between(1, 3_600_000))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("With on.close=commit: how many milliseconds closing and committing may take when"
                            + " partitions are given back. Files that are still open then are discarded, and the next"
                            + " owner reads their records again. Must be less than max.poll.interval.ms. Without this"
                            + " key at most half of " + MAX_POLL_INTERVAL_MS
                            + ", if the connector has that.");
        }

        @Override
        public Map<String, String> removed() {
            String advice = "it follows from " + MAX_POLL_INTERVAL_MS + "; remove the key";
            return Map.of("commit.slice.ms", advice, "fenced.timeout.ms", advice);
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            pollIntervalMs(values).ifPresent(intervalMs -> {
                if (values.isGiven(ON_CLOSE_TIMEOUT_MS) && values.number(ON_CLOSE_TIMEOUT_MS) >= intervalMs) {
                    faults.add(
                            ON_CLOSE_TIMEOUT_MS,
                            values.number(ON_CLOSE_TIMEOUT_MS)
                                    + " ms are too long: the consumer would lose its partitions, because "
                                    + MAX_POLL_INTERVAL_MS + "="
                                    + values.ofConnect(MAX_POLL_INTERVAL_MS)
                                    + "; use less than that");
                }
            });
        }

        /** The worker's own interval is unknown here; Connect checks the value of the override. */
        private static OptionalLong pollIntervalMs(ConfigValues values) {
            String given = values.ofConnect(MAX_POLL_INTERVAL_MS);
            return given.matches("\\d{1,10}") && Long.parseLong(given) > 0
                    ? OptionalLong.of(Long.parseLong(given))
                    : OptionalLong.empty();
        }

        @Override
        public PollSettings read(ConfigValues values) {
            OptionalLong intervalMs = pollIntervalMs(values);
            long onCloseMs = values.number(ON_CLOSE_TIMEOUT_MS);
            return new PollSettings(
                    part(SLICE_MS, SLICES_PER_POLL_INTERVAL, intervalMs),
                    values.isGiven(ON_CLOSE_TIMEOUT_MS)
                            ? onCloseMs
                            : part(onCloseMs, CLOSES_PER_POLL_INTERVAL, intervalMs),
                    intervalMs.orElse(POLL_INTERVAL_MS));
        }

        private static long part(long ms, long perPollInterval, OptionalLong intervalMs) {
            return intervalMs.isEmpty() ? ms : Math.min(ms, Math.max(1, intervalMs.getAsLong() / perPollInterval));
        }
    }
}

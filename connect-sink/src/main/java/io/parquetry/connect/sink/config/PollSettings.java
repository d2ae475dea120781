package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.OptionalLong;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How long calls of the worker may take that close files. The consumer polls between the calls, and loses its
 * partitions when it does not poll within its {@code max.poll.interval.ms}. A task is told that interval only if the
 * connector overrides it.
 *
 * @param sliceMs how long one call closes files that are due; later calls close the others
 * @param onCloseMs how long files are closed when partitions are given back
 */
public record PollSettings(long sliceMs, long onCloseMs) {
    static final String COMMIT_SLICE_MS = "commit.slice.ms";
    static final String ON_CLOSE_TIMEOUT_MS = "on.close.timeout.ms";

    private static final String MAX_POLL_INTERVAL_MS = "consumer.override.max.poll.interval.ms";
    private static final long SLICE_MS = 1_000;
    private static final long ON_CLOSE_MS = 30_000;
    private static final long SLICES_PER_POLL_INTERVAL = 4;
    private static final long CLOSES_PER_POLL_INTERVAL = 2;

    static final class Keys implements KeyGroup<PollSettings> {
        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Poll interval");
            group.key(COMMIT_SLICE_MS, LONG, "Time for due files")
                    .defaultsTo(SLICE_MS)
                    .must(between(1, 3_600_000))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("When many files are due at the same time, they are closed in slices of this many"
                            + " milliseconds. After each slice, of at least one file, what was closed is committed,"
                            + " and the consumer polls. Without this key at most a quarter of "
                            + MAX_POLL_INTERVAL_MS + ", if the connector has that.");
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
        public void check(Values values, Faults faults) {
            pollIntervalMs(values).ifPresent(intervalMs -> {
                requireShorter(COMMIT_SLICE_MS, intervalMs / CLOSES_PER_POLL_INTERVAL, values, faults);
                requireShorter(ON_CLOSE_TIMEOUT_MS, intervalMs, values, faults);
            });
        }

        private static void requireShorter(String key, long mostMs, Values values, Faults faults) {
            if (values.isGiven(key) && values.number(key) > mostMs) {
                faults.add(
                        key,
                        values.number(key) + " ms are too long: the consumer would lose its partitions, because "
                                + MAX_POLL_INTERVAL_MS + "=" + values.given().get(MAX_POLL_INTERVAL_MS)
                                + "; use at most " + mostMs);
            }
        }

        /** The worker's own interval is unknown here; Connect checks the value of the override. */
        private static OptionalLong pollIntervalMs(Values values) {
            String given = values.given().getOrDefault(MAX_POLL_INTERVAL_MS, "");
            return given.matches("\\d{1,10}") && Long.parseLong(given) > 0
                    ? OptionalLong.of(Long.parseLong(given))
                    : OptionalLong.empty();
        }

        @Override
        public PollSettings read(Values values) {
            return new PollSettings(
                    atMost(COMMIT_SLICE_MS, SLICES_PER_POLL_INTERVAL, values),
                    atMost(ON_CLOSE_TIMEOUT_MS, CLOSES_PER_POLL_INTERVAL, values));
        }

        private static long atMost(String key, long perPollInterval, Values values) {
            long ms = values.number(key);
            OptionalLong intervalMs = pollIntervalMs(values);
            return values.isGiven(key) || intervalMs.isEmpty()
                    ? ms
                    : Math.min(ms, Math.max(1, intervalMs.getAsLong() / perPollInterval));
        }
    }
}

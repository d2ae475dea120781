package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.rest.ConnectRestException;
import io.parquetry.local.rest.ConnectorStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Waits until a connector has finished its work, and reports the reason when it fails before. */
final class ConnectorWatch {
    private static final Duration STATUS_INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NOT_FOUND = 404;

    private final ConnectClient worker;
    private final String connector;

    ConnectorWatch(ConnectClient worker, String connector) {
        this.worker = worker;
        this.connector = connector;
    }

    /** The number of records so far; called repeatedly, and may block for a while. */
    @FunctionalInterface
    interface Count {
        long now() throws IOException;
    }

    /**
     * Returns when {@code total} is reached; fails when the connector fails or the count does not grow for a minute.
     */
    void await(Count count, long total, DemoOutput.ProgressDisplay progress) throws IOException {
        long reached = 0;
        long grownNanos = System.nanoTime();
        long askedNanos = System.nanoTime();
        while (true) {
            long now = count.now();
            progress.reached(now);
            if (now >= total) {
                return;
            }
            long nanos = System.nanoTime();
            if (now > reached) {
                reached = now;
                grownNanos = nanos;
            }
            if (nanos - askedNanos > STATUS_INTERVAL.toNanos()) {
                requireHealthy();
                askedNanos = nanos;
            }
            if (nanos - grownNanos > PATIENCE.toNanos()) {
                throw new CommandException(connector + " makes no progress at " + NumberText.grouped(reached) + " of "
                        + NumberText.counted(total, "record") + " for " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    private void requireHealthy() {
        Optional<String> trace = status().flatMap(ConnectorStatus::failure);
        if (trace.isPresent()) {
            throw new CommandException(connector + " failed: " + rootCause(trace.get()));
        }
    }

    /** A connector has no status until the group has assigned it. */
    private Optional<ConnectorStatus> status() {
        try {
            return Optional.of(worker.status(connector));
        } catch (ConnectRestException e) {
            if (e.status() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The first line of the innermost cause; the outer causes only say that a task has failed. */
    static String rootCause(String trace) {
        return trace.lines()
                .filter(line -> line.startsWith("Caused by: "))
                .reduce((outer, inner) -> inner)
                .map(line -> line.substring("Caused by: ".length()))
                .orElseGet(() -> trace.lines().findFirst().orElse("without a message"));
    }
}

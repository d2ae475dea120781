package io.parquetry.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Runs schedules by their numbers, several at a time. */
final class ScheduleRunner {
    private static final long PRINT_NANOS = 30_000_000_000L;

    private final String name;
    private final Schedule schedule;
    private final PlantedBug bug;

    /** A schedule that is decided by its seed. */
    @FunctionalInterface
    interface Schedule {
        /** Runs one; returns the number of its steps. */
        int run(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage);
    }

    /** What a run has shown: the first violation by the schedules' numbers, if there is one. */
    record Result(long schedules, long steps, double seconds, Coverage coverage, Optional<Found> found) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%d schedules, %d steps, %.0f schedules/s", schedules, steps, schedules / seconds);
        }
    }

    /** A violation, with what replays it. */
    record Found(long seed, String message, String trace) {
        @Override
        public String toString() {
            return "seed " + seed + ": " + message + "\n" + trace;
        }
    }

    ScheduleRunner(ScheduleKind kind, PlantedBug bug) {
        this.name = kind + (bug == PlantedBug.NONE ? "" : " with " + bug);
        this.schedule = kind.schedule();
        this.bug = bug;
    }

    /** Runs schedules until one violates the rules. */
    Result run(long firstSeed, long schedules) {
        int workers = Math.max(1, Runtime.getRuntime().availableProcessors());
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicLong next = new AtomicLong(firstSeed);
        AtomicLong failed = new AtomicLong(Long.MAX_VALUE);
        AtomicLong steps = new AtomicLong();
        long startNanos = System.nanoTime();
        Coverage coverage = new Coverage();
        try {
            List<Future<Coverage>> parts = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                boolean prints = i == 0;
                parts.add(threads.submit(() -> {
                    Coverage own = new Coverage();
                    long printedNanos = startNanos;
                    for (long seed = next.getAndIncrement();
                            seed < firstSeed + schedules && seed < failed.get();
                            seed = next.getAndIncrement()) {
                        try {
                            steps.addAndGet(schedule.run(seed, bug, threads, Trace.none(), own));
                        } catch (Violation violation) {
                            failed.accumulateAndGet(seed, Math::min);
                        }
                        if (prints && System.nanoTime() - printedNanos > PRINT_NANOS) {
                            printedNanos = System.nanoTime();
                            System.out.printf(
                                    Locale.ROOT,
                                    "%s: %d schedules, %.0f/s%n",
                                    name,
                                    seed - firstSeed,
                                    (seed - firstSeed) * 1e9 / (printedNanos - startNanos));
                        }
                    }
                    return own;
                }));
            }
            for (Future<Coverage> part : parts) {
                coverage.add(part.get());
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            long found = failed.get();
            long ran = found == Long.MAX_VALUE ? schedules : found - firstSeed + 1;
            return new Result(
                    ran,
                    steps.get(),
                    seconds,
                    coverage,
                    found == Long.MAX_VALUE ? Optional.empty() : Optional.of(replay(found, threads)));
        } catch (Exception e) {
            throw new IllegalStateException(name + ": a schedule could not be run: " + e, e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** All steps of one schedule. */
    String trace(long seed) {
        ExecutorService threads = Executors.newCachedThreadPool();
        Trace trace = Trace.ofAllSteps();
        try {
            schedule.run(seed, bug, threads, trace, new Coverage());
            return trace.toString();
        } finally {
            threads.shutdownNow();
        }
    }

    private Found replay(long seed, ExecutorService threads) {
        Trace trace = Trace.ofLastSteps();
        try {
            schedule.run(seed, bug, threads, trace, new Coverage());
            return new Found(
                    seed, "failed once, but not when it was run again: the schedule is not decided by its seed", "");
        } catch (Violation violation) {
            StringBuilder cause = new StringBuilder();
            for (Throwable t = violation.getCause(); t != null; t = t.getCause()) {
                cause.append("\n  caused by ").append(t);
            }
            return new Found(seed, violation.getMessage() + cause, trace.toString());
        }
    }
}

package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.hostile.Seeds.Seed;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reading a damaged file in any way returns records or fails with one of the engine's own exceptions, which names the
 * file and, if a page was damaged, row group and column. Each way takes at most 2 s of processor time, and at most 64
 * MiB beyond the length of the file. After a harmless change the file reads as before.
 *
 * <p>Memory is the sum of all allocations of the reading thread in one way of reading, which is exact and never less
 * than what the reader retains. Time is processor time of the thread, so that a busy machine fails no test.
 *
 * <p>{@code -Dmutation.seed=N} gives other cases, {@code -Dmutation.times=N} N times as many, and {@code
 * -Dmutation.case=...}, as a failure prints it, runs a single case.
 */
@Tag("sampled")
class MutationTest {
    private static final String NAME = "hostile.parquet";
    private static final long SEED = Long.getLong("mutation.seed", 20_261_120L);
    private static final int TIMES = Integer.getInteger("mutation.times", 1);
    private static final String ONE_CASE = System.getProperty("mutation.case", "");

    private static final int SEEDS_LEAST = 40;
    private static final int CASES_LEAST = Breadth.of(2_000, 200_000);

    /** The default run has one case of so many. */
    private static final int SAMPLED = Breadth.of(100, 1);

    private static final long NANOS_MAX = 2_000_000_000L;
    private static final long BYTES_MAX = 64L << 20;
    private static final int THREADS = 2;
    private static final int FAILURES_MAX = 10;

    private static final ThreadMXBean THREAD_BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** One damaged file, which follows from these values and the seed of all cases. */
    private record Case(int seed, Mutation mutation, int number) {}

    private final List<Seed> seeds;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLongArray most = new AtomicLongArray(2);

    MutationTest() throws IOException {
        seeds = Seeds.all();
    }

    @Test
    void everyDamagedFileReadsOrIsRefused() throws Exception {
        if (!ONE_CASE.isEmpty()) {
            one();
            return;
        }
        List<Case> cases = cases();
        long own =
                seeds.stream().filter(seed -> seed.origin().startsWith("our ")).count();
        assertThat(own).isGreaterThanOrEqualTo(SEEDS_LEAST);
        assertThat(cases.stream().filter(each -> each.mutation() != Mutation.TRUNCATED))
                .hasSizeGreaterThanOrEqualTo(CASES_LEAST);
        AtomicInteger next = new AtomicInteger();
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Worker worker = new Worker(cases, next);
            worker.start();
            workers.add(worker);
        }
        boolean hung = false;
        for (Worker worker : workers) {
            while (worker.isAlive() && !hung) {
                worker.join(100);
                hung |= workers.stream().anyMatch(Worker::hangs);
            }
        }
        assertThat(failures).isEmpty();
        report(cases.size(), own, workers);
    }

    private void one() {
        String[] parts = ONE_CASE.split("#", -1);
        int seed = seeds.stream().map(Seed::origin).toList().indexOf(parts[0]);
        assertThat(seed).as("a seed with the name %s", parts[0]).isNotNegative();
        Case only = new Case(seed, Mutation.valueOf(parts[1]), Integer.parseInt(parts[2]));
        Worker worker = new Worker(List.of(only), new AtomicInteger());
        worker.runCases();
        assertThat(failures).isEmpty();
    }

    private List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int seed = 0; seed < seeds.size(); seed++) {
            for (Mutation mutation : Mutation.values()) {
                int count = mutation == Mutation.TRUNCATED
                        ? seeds.get(seed).bytes().length
                        : TIMES * (mutation.cases() / seeds.size() + 1);
                for (int number = (seed + mutation.ordinal()) % SAMPLED; number < count; number += SAMPLED) {
                    cases.add(new Case(seed, mutation, number));
                }
            }
        }
        return cases;
    }

    private void report(int cases, long own, List<Worker> workers) {
        Map<Mutation, int[]> counts = new EnumMap<>(Mutation.class);
        for (Worker worker : workers) {
            worker.counts.forEach((mutation, count) ->
                    counts.merge(mutation, count, (a, b) -> new int[] {a[0] + b[0], a[1] + b[1]}));
        }
        StringBuilder text = new StringBuilder(String.format(
                "hostile files: %,d cases from %d seed files (%d of our own), seed %d; the slowest took %d ms, the largest"
                        + " allocated %,d KiB%n",
                cases, seeds.size(), own, SEED, most.get(0) / 1_000_000, most.get(1) >> 10));
        counts.forEach((mutation, count) ->
                text.append(String.format("  %-13s %,8d cases, %,8d refused%n", mutation, count[0], count[1])));
        System.out.print(text);
    }

    /** Runs cases until none is left or one has failed. */
    private final class Worker extends Thread implements WholeRead.Meter {
        private final List<Case> cases;
        private final AtomicInteger next;
        private final Map<Mutation, int[]> counts = new EnumMap<>(Mutation.class);
        private volatile Case current;
        private volatile long startNanos;
        private long allocatedBefore;
        private long allocated;

        Worker(List<Case> cases, AtomicInteger next) {
            this.cases = cases;
            this.next = next;
            setDaemon(true);
        }

        @Override
        public void run() {
            runCases();
        }

        void runCases() {
            for (int i = next.getAndIncrement();
                    i < cases.size() && failures.size() < FAILURES_MAX;
                    i = next.getAndIncrement()) {
                Case each = cases.get(i);
                startNanos = THREAD_BEAN.getCurrentThreadCpuTime();
                current = each;
                try {
                    run(each);
                } catch (Throwable e) {
                    fail(each, stack(e));
                }
                long nanos = THREAD_BEAN.getCurrentThreadCpuTime() - startNanos;
                current = null;
                most.accumulateAndGet(0, nanos, Math::max);
                if (nanos > NANOS_MAX) {
                    fail(each, "took " + nanos / 1_000_000 + " ms");
                }
            }
        }

        /** Called by the waiting thread for a case that hangs. */
        boolean hangs() {
            Case waiting = current;
            long nanos = isAlive() ? THREAD_BEAN.getThreadCpuTime(getId()) - startNanos : 0;
            boolean hangs = waiting != null && nanos > 2 * NANOS_MAX && waiting == current;
            if (hangs) {
                fail(waiting, "takes longer than " + nanos / 1_000_000 + " ms: " + Arrays.toString(getStackTrace()));
            }
            return hangs;
        }

        private void run(Case each) throws IOException {
            Seed seed = seeds.get(each.seed());
            byte[] bytes = bytes(each);
            allocated = 0;
            ReaderOptions options = ReaderOptions.builder()
                    .checksums(each.number() % 2 == 0 ? ReaderOptions.Checksums.VERIFY : ReaderOptions.Checksums.IGNORE)
                    .build();
            WholeRead.Outcome outcome = WholeRead.of(new MemoryInputFile(NAME, bytes), options, this);
            most.accumulateAndGet(1, allocated, Math::max);
            int[] count = counts.computeIfAbsent(each.mutation(), mutation -> new int[2]);
            count[0]++;
            count[1] += outcome.refusals().isEmpty() ? 0 : 1;
            for (ParquetException refusal : outcome.refusals()) {
                if (!refusal.getMessage().startsWith(NAME)) {
                    fail(each, "does not name the file: " + stack(refusal));
                }
                boolean inPage = each.mutation() == Mutation.PAGE_HEADER || each.mutation() == Mutation.PAGE_CONTENT;
                inPage &= !seed.parts().of(FileParts.Kind.PAGE).isEmpty();
                if (inPage && !refusal.getMessage().startsWith(NAME + ", row group ")) {
                    fail(each, "names no row group: " + stack(refusal));
                }
            }
            if (allocated > BYTES_MAX + bytes.length) {
                fail(each, "allocated " + allocated + " bytes for a file of " + bytes.length);
            }
            if (each.mutation() == Mutation.HARMLESS
                    && (!outcome.refusals().isEmpty()
                            || outcome.fingerprint() != seed.outcome().fingerprint())
                    && !seed.origin().contains("corrupt-checksum")) {
                fail(each, "must read as the good file does, but " + outcome.refusals());
            }
        }

        @Override
        public void begin() {
            allocatedBefore = THREAD_BEAN.getThreadAllocatedBytes(getId());
        }

        @Override
        public void end() {
            allocated = Math.max(allocated, THREAD_BEAN.getThreadAllocatedBytes(getId()) - allocatedBefore);
        }
    }

    private byte[] bytes(Case each) {
        Seed seed = seeds.get(each.seed());
        if (each.mutation() == Mutation.TRUNCATED) {
            return Arrays.copyOf(seed.bytes(), each.number());
        }
        long mixed = SEED * 31 + seed.origin().hashCode();
        mixed = (mixed * 31 + each.mutation().ordinal()) * 1_000_003 + each.number();
        Random random = new Random(mixed);
        // Only our own files, which exist on every machine, so that a case is the same everywhere.
        Seed other = seeds.get(random.nextInt(SEEDS_LEAST));
        return each.mutation().apply(seed, other, random);
    }

    private void fail(Case each, String reason) {
        String name = seeds.get(each.seed()).origin() + "#" + each.mutation() + "#" + each.number();
        failures.add(String.format(
                "case %s with seed %d %s%nTo see it alone: mvn -pl format-core test -Dtest=MutationTest"
                        + " -Dmutation.seed=%d '-Dmutation.case=%s'",
                name, SEED, reason, SEED, name));
    }

    private static String stack(Throwable e) {
        return e + "\n    at "
                + String.join(
                        "\n    at ",
                        Arrays.stream(e.getStackTrace())
                                .limit(25)
                                .map(StackTraceElement::toString)
                                .toList());
    }
}

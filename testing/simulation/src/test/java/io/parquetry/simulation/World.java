package io.parquetry.simulation;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

/**
 * One schedule: processes of which one runs at a time, requests under way, and a clock.
 *
 * <ol type="a">
 *   <li>A process runs until its next step; then the dice decide who runs. So the code between two steps is atomic, and
 *       a seed decides everything.
 *   <li>A request is done within half of the {@link #GRACE} period after it was sent, or never.
 *   <li>A process that was killed never does another step.
 * </ol>
 */
final class World {
    /** How long ledger entries are kept, which is longer than any request stays under way. */
    static final Duration GRACE = Duration.ofSeconds(1);

    private static final int STEPS_MAX = 20_000;
    private static final int[] STEP_MS_MAX = {8, 16, 16, 100};
    private static final double[] WEIGHTS = {0, 0.05, 1};
    private static final double[] LANDING_CHANCES = {0.1, 0.03, 0.005};

    final Dice dice;
    final StorageKind kind;
    final PlantedBug bug;
    final Faults faults;
    private final ExecutorService threads;
    private final Trace trace;
    private final Coverage coverage;
    private final List<SimulatedProcess> live = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private final List<Closeable> opened = new ArrayList<>();
    private final Semaphore finished = new Semaphore(0);
    private Runnable disturbance = () -> {};
    private long nowMs;
    private final long requestMsMax;
    private final double landingChance;
    private int stepMsMax;
    private int steps;
    private boolean over;
    private Throwable failure;

    /** A request under way whose sender does not wait for it any more. */
    private record Late(long sentMs, String what, LateEffect effect) {}

    /** What a request does when it arrives. */
    @FunctionalInterface
    interface LateEffect {
        void land() throws Exception;
    }

    World(Dice dice, StorageKind kind, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        this.dice = dice;
        this.kind = kind;
        this.bug = bug;
        this.requestMsMax = bug == PlantedBug.REQUEST_OUTLIVES_THE_GRACE ? 20 * GRACE.toMillis() : GRACE.toMillis() / 2;
        this.faults = new Faults(dice);
        this.landingChance = LANDING_CHANCES[dice.below(LANDING_CHANCES.length)];
        this.stepMsMax = STEP_MS_MAX[dice.below(STEP_MS_MAX.length)];
        this.threads = threads;
        this.trace = trace;
        this.coverage = coverage;
    }

    boolean has(PlantedBug one) {
        return bug == one;
    }

    /** Called before each step, with nobody running: failures of the power, retention, jumps of the clock. */
    void disturbance(Runnable all) {
        disturbance = all;
    }

    long nowMs() {
        return nowMs;
    }

    /** The clock by which entries are kept. */
    long monotonicMs() {
        return has(PlantedBug.NO_GRACE) ? 1_000 * nowMs : nowMs;
    }

    int steps() {
        return steps;
    }

    /** From now on nothing fails, nothing is late, and time passes slowly: what is left must be completed. */
    void calm() {
        faults.end();
        disturbance = () -> {};
        settleRequests();
        stepMsMax = 2;
    }

    void note(String line) {
        if (trace.isKept()) {
            trace.add(steps + " " + nowMs + " ms " + line);
        }
    }

    void count(Step step, Fault fault) {
        coverage.count(step, fault);
    }

    /** Adds a process, which runs when the dice decide so. */
    SimulatedProcess start(String name, ProcessBody body) {
        SimulatedProcess process = new SimulatedProcess(this, name, body);
        live.add(process);
        threads.execute(process);
        return process;
    }

    List<SimulatedProcess> live() {
        return live;
    }

    /** Runs until no process is left, and throws what went wrong. */
    void run() {
        if (!live.isEmpty()) {
            next().takeTurn();
            finished.acquireUninterruptibly();
        }
        opened.forEach(World::close);
        if (failure instanceof Violation violation) {
            throw violation;
        }
        if (failure != null) {
            throw new Violation("a process failed: " + failure, failure);
        }
    }

    /** What a process holds outside of the simulation is closed at the end: a dead process closes nothing. */
    void closeAtEnd(Closeable resource) {
        opened.add(resource);
    }

    private static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process was terminated by something that it did not expect. */
    void fail(Throwable unexpected) {
        if (failure == null) {
            failure = unexpected;
            over = true;
        }
    }

    boolean isOver() {
        return over;
    }

    /** The process has ended; another one runs. */
    void ended(SimulatedProcess process) {
        live.remove(process);
        if (live.isEmpty()) {
            finished.release();
        } else {
            next().takeTurn();
        }
    }

    /** The process that runs the next step. */
    SimulatedProcess next() {
        if (over) {
            return live.get(0);
        }
        if (++steps > STEPS_MAX) {
            fail(new Violation("the schedule has not ended after " + STEPS_MAX + " steps"));
            return live.get(0);
        }
        nowMs += dice.below(stepMsMax);
        try {
            landSome();
            disturbance.run();
        } catch (Error unexpected) {
            fail(unexpected);
            return live.get(0);
        }
        if (dice.chance(0.02)) {
            for (SimulatedProcess process : live) {
                process.weight = WEIGHTS[dice.below(WEIGHTS.length)];
            }
        }
        List<SimulatedProcess> awake = awake();
        double sum = 0;
        for (SimulatedProcess process : awake) {
            sum += process.weight;
        }
        if (sum == 0) {
            return awake.get(dice.below(awake.size()));
        }
        double place = dice.share() * sum;
        for (SimulatedProcess process : awake) {
            place -= process.weight;
            if (place < 0) {
                return process;
            }
        }
        return awake.get(awake.size() - 1);
    }

    /** Those that may have a turn. */
    private List<SimulatedProcess> awake() {
        if (live.stream().allMatch(SimulatedProcess::isAwake)) {
            return live;
        }
        if (live.stream().noneMatch(SimulatedProcess::isAwake)) {
            live.forEach(SimulatedProcess::wake);
            return live;
        }
        return live.stream().filter(SimulatedProcess::isAwake).toList();
    }

    /** A request stays under way. */
    void later(String what, LateEffect effect) {
        late.add(new Late(nowMs, what, effect));
    }

    private void landSome() {
        for (int i = late.size() - 1; i >= 0; i--) {
            Late request = late.get(i);
            if (nowMs - request.sentMs() > requestMsMax) {
                late.remove(i);
            } else if (dice.chance(landingChance)) {
                late.remove(i);
                land(request);
            }
        }
    }

    private void land(Late request) {
        try {
            note("LATE " + request.what());
            request.effect().land();
        } catch (Exception refused) {
            note("  refused: " + refused);
        }
    }

    /** Each request under way arrives or is lost. */
    void settleRequests() {
        while (!late.isEmpty()) {
            Late request = late.remove(dice.below(late.size()));
            if (dice.chance(0.5)) {
                land(request);
            }
        }
    }

    /** Time passes in which nobody does anything; what was under way has arrived or was lost. */
    void jump(long ms) {
        if (ms > requestMsMax) {
            settleRequests();
        }
        nowMs += ms;
        note("the clock jumps by " + ms + " ms");
    }
}

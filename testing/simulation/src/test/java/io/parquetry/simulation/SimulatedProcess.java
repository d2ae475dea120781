package io.parquetry.simulation;

import io.parquetry.connect.common.storage.SimulatedCrash;
import java.util.concurrent.locks.LockSupport;

/** A process of a {@link World}, in a thread of its own that runs only when it has its turn. */
final class SimulatedProcess implements Runnable {
    private final World world;
    private final String name;
    private final ProcessBody body;
    private volatile boolean hasTurn;
    private volatile Thread thread;
    private boolean dead;
    private boolean asleep;
    private String where = "the beginning";

    /** How often it gets its turn. */
    double weight = 1;

    SimulatedProcess(World world, String name, ProcessBody body) {
        this.world = world;
        this.name = name;
        this.body = body;
    }

    World world() {
        return world;
    }

    String name() {
        return name;
    }

    /** Kills it: it dies at its next step at the latest. */
    void kill() {
        dead = true;
    }

    /** The step that it has not done yet. */
    String where() {
        return where;
    }

    /** It gets no turn until somebody wakes it, or nobody else is left. */
    void sleep() {
        asleep = true;
    }

    void wake() {
        asleep = false;
    }

    boolean isAwake() {
        return !asleep;
    }

    /** The process that calls this dies. */
    SimulatedCrash die(String where) {
        dead = true;
        return new SimulatedCrash(where);
    }

    @Override
    public void run() {
        awaitTurn();
        try {
            if (!dead && !world.isOver()) {
                body.run(this);
            }
            world.note(name + " ends");
        } catch (SimulatedCrash killed) {
            world.note(name + " is dead");
        } catch (Throwable unexpected) {
            world.fail(unexpected);
        }
        world.ended(this);
    }

    /** Gives the turn away before a step, until the dice give it back; alone in its world it goes on. */
    void handOver(String next) {
        where = next;
        requireAlive(where);
        if (world.live().isEmpty()) {
            return;
        }
        SimulatedProcess other = world.next();
        if (other != this) {
            other.takeTurn();
            awaitTurn();
        }
        requireAlive(where);
    }

    /** A step of the worker, before which the process may die. */
    void step(String what) {
        handOver(what);
        Fault fault = world.faults.choose(Step.WORKER, world.kind);
        world.count(Step.WORKER, fault);
        if (fault == Fault.DIES_BEFORE) {
            world.note(name + " dies before: " + what);
            throw die(what);
        }
    }

    void readClock() {
        handOver("read the clock");
        world.count(Step.CLOCK, Fault.NONE);
    }

    private void requireAlive(String where) {
        if (dead || world.isOver()) {
            throw new SimulatedCrash(where);
        }
    }

    void takeTurn() {
        hasTurn = true;
        LockSupport.unpark(thread);
    }

    /** Also called by the thread of a client, while the thread of the process waits for its reply. */
    private void awaitTurn() {
        thread = Thread.currentThread();
        while (!hasTurn) {
            LockSupport.park(this);
        }
        hasTurn = false;
    }

    /** Everybody else runs for a while. */
    void pause() {
        weight = 0;
    }
}

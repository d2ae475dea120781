package io.parquetry.simulation;

import java.io.IOException;

/** The requests of one process: each is a step, at which other processes run and faults occur. */
final class SimulatedRequests {
    private final SimulatedProcess process;
    private final World world;

    SimulatedRequests(SimulatedProcess process) {
        this.process = process;
        this.world = process.world();
    }

    /** What a request does when it arrives. */
    @FunctionalInterface
    interface Effect<T> {
        T apply() throws IOException;
    }

    <T> T send(Step step, String path, Effect<T> effect) throws IOException {
        if (step != Step.WRITE || world.dice.chance(0.2)) {
            process.handOver(step + " " + path);
        }
        Fault fault = world.faults.choose(step, world.kind);
        if (fault == Fault.PAUSED) {
            process.pause();
            process.handOver(step + " " + path);
        }
        world.count(step, fault);
        world.note(process.name() + " " + step + " " + path + (fault == Fault.NONE ? "" : " " + fault));
        switch (fault) {
            case NONE, PAUSED:
                return effect.apply();
            case TWICE:
                T result = effect.apply();
                world.later(step + " " + path, effect::apply);
                return result;
            case FAILS:
                throw failed(step, path);
            case REPLY_LOST:
                applyUnseen(effect);
                throw failed(step, path);
            case DELAYED:
                world.later(step + " " + path, effect::apply);
                throw failed(step, path);
            case DIES_BEFORE:
                throw process.die(step + " " + path);
            case DIES_AFTER:
                applyUnseen(effect);
                throw process.die(step + " " + path);
            case DIES_DELAYED:
                world.later(step + " " + path, effect::apply);
                throw process.die(step + " " + path);
        }
        throw new IllegalStateException("no such fault: " + fault);
    }

    private void applyUnseen(Effect<?> effect) {
        try {
            effect.apply();
        } catch (IOException unseen) {
            world.note("  unseen: " + unseen);
        }
    }

    private static IOException failed(Step step, String path) {
        return new IOException("simulated failure of " + step + " " + path);
    }
}

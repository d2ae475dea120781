package io.parquetry.simulation;

import java.util.EnumSet;
import java.util.Set;

/** Which faults a schedule has, and how often: few kinds in most schedules, so that long runs of one kind occur. */
final class Faults {
    private static final double[] RATES = {0, 0.005, 0.02, 0.08};

    private final Dice dice;
    private final double most;
    private final Set<Fault> present = EnumSet.noneOf(Fault.class);

    Faults(Dice dice) {
        this.dice = dice;
        most = RATES[dice.below(RATES.length)];
        for (Fault fault : Fault.values()) {
            if (fault != Fault.NONE && dice.chance(0.5)) {
                present.add(fault);
            }
        }
    }

    /**
     * Deaths end what a schedule could show, and what comes twice shows little of itself. A table is changed so seldom
     * that each fault has to be frequent there.
     */
    private double rate(Fault fault, Step step) {
        if (step == Step.TABLE_COMMIT) {
            return most * 2;
        }
        return switch (fault) {
            case DIES_BEFORE, DIES_AFTER, DIES_DELAYED -> most / 8;
            case TWICE -> most * 2;
            case NONE, FAILS, REPLY_LOST, DELAYED, PAUSED -> most / 2;
        };
    }

    /** From now on nothing fails. */
    void end() {
        present.clear();
    }

    Fault choose(Step step, StorageKind kind) {
        double place = dice.share();
        for (Fault fault : present) {
            place -= rate(fault, step);
            if (place < 0) {
                return fault.isPossibleAt(step, kind) ? fault : Fault.NONE;
            }
        }
        return Fault.NONE;
    }
}

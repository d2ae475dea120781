package io.parquetry.simulation;

/** Which faults a schedule has, and how often: few kinds in most schedules, so that long runs of one kind occur. */
final class Faults {
    private static final double[] RATES = {0, 0.005, 0.02, 0.08};

    private final Dice dice;
    private final double[] rates = new double[Fault.values().length];
    private double sum;

    Faults(Dice dice) {
        this.dice = dice;
        double most = RATES[dice.below(RATES.length)];
        for (Fault fault : Fault.values()) {
            if (fault != Fault.NONE && dice.chance(0.5)) {
                rates[fault.ordinal()] = rate(fault, most);
                sum += rates[fault.ordinal()];
            }
        }
    }

    /** Deaths end what a schedule could show, and what comes twice shows little of itself. */
    private static double rate(Fault fault, double most) {
        return switch (fault) {
            case DIES_BEFORE, DIES_AFTER, DIES_DELAYED -> most / 8;
            case TWICE -> most * 2;
            case NONE, FAILS, REPLY_LOST, DELAYED, PAUSED -> most / 2;
        };
    }

    /** From now on nothing fails. */
    void end() {
        sum = 0;
    }

    Fault choose(Step step, StorageKind kind) {
        double place = dice.share();
        if (place >= sum) {
            return Fault.NONE;
        }
        for (Fault fault : Fault.values()) {
            place -= rates[fault.ordinal()];
            if (place < 0) {
                return fault.isPossibleAt(step, kind) ? fault : Fault.NONE;
            }
        }
        return Fault.NONE;
    }
}

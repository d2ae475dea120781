package io.parquetry.simulation;

import java.util.SplittableRandom;

/** All that is left to chance in a schedule, from its seed. */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** A number of the range, both ends included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    double share() {
        return random.nextDouble();
    }

    @SafeVarargs
    final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}

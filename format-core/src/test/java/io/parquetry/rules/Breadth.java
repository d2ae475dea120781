package io.parquetry.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * How much a test with the tag {@code sampled} runs: a sample in the default run, which must stay short, and all of it
 * with {@code -Pthorough}. The sample follows from a seed, so that a failure comes again.
 */
public final class Breadth {
    private static final boolean IS_WHOLE = Boolean.getBoolean("tests.thorough");

    private Breadth() {}

    public static boolean isWhole() {
        return IS_WHOLE;
    }

    /** The number of cases to run. */
    public static int of(int sample, int whole) {
        return IS_WHOLE ? whole : sample;
    }

    /** The cases to run, in their order: all, or so many of them chosen by the seed. */
    public static <T> List<T> of(int sample, List<T> whole, long seed) {
        if (IS_WHOLE || sample >= whole.size()) {
            return List.copyOf(whole);
        }
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < whole.size(); place++) {
            places.add(place);
        }
        Collections.shuffle(places, new Random(seed));
        return places.subList(0, sample).stream().sorted().map(whole::get).toList();
    }
}

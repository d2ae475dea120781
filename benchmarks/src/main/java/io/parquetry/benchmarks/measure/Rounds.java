package io.parquetry.benchmarks.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Several contenders, run in turn. In every round each runs once, and each round begins with another one, so that what
 * else the machine does hits all alike. Ratios are taken round by round: two runs that stood beside each other are
 * compared, and only then is the median taken.
 */
public final class Rounds {
    private final List<Contender> contenders;
    private final List<List<RunCost>> outcomes = new ArrayList<>();

    private Rounds(List<Contender> contenders) {
        this.contenders = List.copyOf(contenders);
        contenders.forEach(contender -> outcomes.add(new ArrayList<>()));
    }

    /**
     * Runs all contenders.
     *
     * @param warmups rounds before the first that counts
     */
    public static Rounds run(List<Contender> contenders, int warmups, int rounds) throws IOException {
        Rounds result = new Rounds(contenders);
        for (int round = -warmups; round < rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                int at = Math.floorMod(round + i, contenders.size());
                System.gc();
                RunCost outcome = contenders.get(at).run();
                if (round >= 0) {
                    result.outcomes.get(at).add(outcome);
                }
            }
        }
        return result;
    }

    public List<Contender> contenders() {
        return contenders;
    }

    /** What a contender's runs were, round by round. */
    public List<RunCost> outcomes(int contender) {
        return List.copyOf(outcomes.get(contender));
    }

    public Spread spread(int contender, ToDoubleFunction<RunCost> figure) {
        return Spread.of(outcomes.get(contender).stream().mapToDouble(figure).toArray());
    }

    /** How many times as much of a figure contender {@code other} needed as contender {@code one}. */
    public Spread ratio(int other, int one, ToDoubleFunction<RunCost> figure) {
        double[] ratios = new double[outcomes.get(one).size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = figure.applyAsDouble(outcomes.get(other).get(round))
                    / figure.applyAsDouble(outcomes.get(one).get(round));
        }
        return Spread.of(ratios);
    }
}

package io.parquetry.benchmarks.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Runs several contenders in turn. Each runs once in every round, and each round begins with another contender, so that
 * other load of the machine affects all alike. A ratio is computed per round, from two neighbouring runs, and then the
 * median is taken.
 */
public final class Rounds {
    private final List<Contender> contenders;
    private final List<List<RunCost>> costs = new ArrayList<>();

    private Rounds(List<Contender> contenders) {
        this.contenders = List.copyOf(contenders);
        contenders.forEach(contender -> costs.add(new ArrayList<>()));
    }

    /**
     * Runs all contenders.
     *
     * @param warmups rounds that do not count, before the others
     */
    public static Rounds run(List<Contender> contenders, int warmups, int rounds) throws IOException {
        Rounds result = new Rounds(contenders);
        for (int round = -warmups; round < rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                int at = Math.floorMod(round + i, contenders.size());
                System.gc();
                RunCost cost = contenders.get(at).run();
                if (round >= 0) {
                    result.costs.get(at).add(cost);
                }
            }
        }
        return result;
    }

    public List<Contender> contenders() {
        return contenders;
    }

    /** The costs of a contender, one per round. */
    public List<RunCost> costs(int contender) {
        return List.copyOf(costs.get(contender));
    }

    public Spread spread(int contender, ToDoubleFunction<RunCost> value) {
        return Spread.of(costs.get(contender).stream().mapToDouble(value).toArray());
    }

    /** The ratio of a value of contender {@code other} to that of contender {@code one}. */
    public Spread ratio(int other, int one, ToDoubleFunction<RunCost> value) {
        double[] ratios = new double[costs.get(one).size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = value.applyAsDouble(costs.get(other).get(round))
                    / value.applyAsDouble(costs.get(one).get(round));
        }
        return Spread.of(ratios);
    }
}

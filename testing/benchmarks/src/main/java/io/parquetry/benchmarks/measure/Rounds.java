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
    /** Before that, the compilers of the JVM take up to a third of the CPU time of rounds of a tenth of a second. */
    private static final long WARM_NANOS = 2_500_000_000L;

    /** A shorter run is repeated, so that neither clocks nor the collection before it count in the result. */
    private static final long ROUND_NANOS = 50_000_000L;

    private final List<Contender> contenders;
    private final List<List<RunCost>> costs = new ArrayList<>();
    /** For how long the first contender has run. */
    private long firstNanos;

    private Rounds(List<Contender> contenders) {
        this.contenders = List.copyOf(contenders);
        contenders.forEach(contender -> costs.add(new ArrayList<>()));
    }

    /**
     * Runs all contenders.
     *
     * @param warmups rounds that do not count, before the others; there are more of them until the first contender has
     *     run for {@link #WARM_NANOS}, but none if this is 0
     */
    public static Rounds run(List<Contender> contenders, int warmups, int rounds) throws IOException {
        Rounds result = new Rounds(contenders);
        for (int round = 0; warmups > 0 && (round < warmups || result.firstNanos < WARM_NANOS); round++) {
            result.round(round);
        }
        for (int round = 0; round < rounds; round++) {
            List<RunCost> found = result.round(round);
            for (int i = 0; i < found.size(); i++) {
                result.costs.get(i).add(found.get(i));
            }
        }
        return result;
    }

    /** Runs each contender, and returns the cost of one run of each. */
    private List<RunCost> round(int number) throws IOException {
        RunCost[] found = new RunCost[contenders.size()];
        for (int i = 0; i < found.length; i++) {
            int at = (number + i) % found.length;
            System.gc();
            RunCost sum = contenders.get(at).run();
            int runs = 1;
            for (; sum.nanos() < ROUND_NANOS; runs++) {
                sum = sum.plus(contenders.get(at).run());
            }
            if (at == 0) {
                firstNanos += sum.nanos();
            }
            found[at] = sum.ofOne(runs);
        }
        return List.of(found);
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

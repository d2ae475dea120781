package io.parquetry.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Both ways to take a sample choose every row equally often, and no row twice. */
class RowNumbersTest {
    private static final int ROWS = 20;
    private static final int CHOSEN = 5;
    private static final int SAMPLES = 20_000;

    /** The 0.9999 quantile of chi-square with 19 degrees of freedom. */
    private static final double CHI_SQUARE_MAX = 54;

    @Test
    void samplesOfAKnownNumberAreUniform() {
        assertUniform(random -> RowNumbers.sample(ROWS, CHOSEN, random));
    }

    @Test
    void samplesOfAnUnknownNumberAreUniform() {
        assertUniform(random -> {
            RowNumbers.Reservoir reservoir = new RowNumbers.Reservoir(CHOSEN, random);
            LongStream.range(0, ROWS).forEach(reservoir::offer);
            return reservoir.kept();
        });
    }

    private static void assertUniform(Function<SplittableRandom, RowNumbers> sampler) {
        SplittableRandom random = new SplittableRandom(1);
        int[] counts = new int[ROWS];
        for (int i = 0; i < SAMPLES; i++) {
            long[] sample = sampler.apply(random).sorted();
            assertThat(LongStream.of(sample).distinct().count()).isEqualTo(CHOSEN);
            for (long number : sample) {
                counts[(int) number]++;
            }
        }
        double expected = (double) SAMPLES * CHOSEN / ROWS;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(CHI_SQUARE_MAX);
    }

    @Test
    void theLastNumbersAreKept() {
        RowNumbers numbers = new RowNumbers();
        LongStream.range(0, 100).forEach(numbers::add);
        numbers.keepLast(3);
        numbers.keepLast(7);

        assertThat(numbers.sorted()).containsExactly(97, 98, 99);
    }
}

package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A soak that grows is found, and one that only varies is not. */
class SoakSeriesTest {
    private static final Map<SoakSample.Column, SoakSeries.Bound> FIVE_PERCENT =
            Map.of(SoakSample.Column.RSS, new SoakSeries.Bound(0.05, 0));

    private static SoakSeries rss(IntToDoubleFunction rss) {
        SoakSeries series = new SoakSeries();
        for (int i = 0; i < 120; i++) {
            series.add(new SoakSample(i, rss.applyAsDouble(i), Double.NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        }
        return series;
    }

    @Test
    void slowGrowthIsFound() {
        assertThat(rss(i -> 400 + i * 0.5).growth(FIVE_PERCENT))
                .singleElement()
                .asString()
                .contains("RSS MiB grew from 422.5 to 452.5, at most 443.6 is flat");
    }

    @Test
    void whatIsReachedInTheFirstQuarterAndThenVariesIsFlat() {
        assertThat(rss(i -> Math.min(400, 200 + 10 * i) + i % 7 * 20).growth(FIVE_PERCENT))
                .isEmpty();
    }

    @Test
    void aColumnWithoutValuesIsNotFlat() {
        assertThat(rss(i -> 400).growth(Map.of(SoakSample.Column.LIVE_HEAP, new SoakSeries.Bound(0.05, 0))))
                .hasSize(1);
    }

    @Test
    void theTableHasMediansAndTheMost() {
        assertThat(rss(i -> i).summary()).contains("| RSS MiB | 15 | 45 | 75 | 105 | 119 |");
    }
}

package io.parquetry.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.rules.Breadth;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No schedule loses, repeats or blocks a record. How many schedules there are, and with which number the first begins,
 * the system properties {@code schedules} and {@code seed} say, and
 * {@code kind} which kind of them; {@code docs/evidence/proof.md} tells how to run one again.
 */
@Tag("sampled")
class SchedulesTest {
    private static final long SCHEDULES = Long.getLong("schedules", 1_500);
    private static final long SEED = Long.getLong("seed", 1);

    /** The kind to run; empty for all. */
    private static final String KIND = System.getProperty("kind", "");

    private static final long SEEDS_RUN_TWICE = Breadth.of(2, 5);
    private static final long TABLE_SCHEDULES = 10_000;

    /** Fewer schedules need not have every rare pair. */
    private static final long SCHEDULES_FOR_ALL_PAIRS = 5_000;

    @Test
    void noScheduleLosesOrRepeatsARecord() {
        Coverage coverage = new Coverage();
        double seconds = 0;
        long schedules = 0;
        for (ScheduleKind kind : kinds()) {
            ScheduleRunner.Result result = run(kind, SEED, kind.of(SCHEDULES));
            coverage.add(result.coverage());
            seconds += result.seconds();
            schedules += kind.of(SCHEDULES);
        }
        System.out.printf(
                Locale.ROOT,
                "%d schedules from seed %d in %.0f s: %.0f schedules/s, %d steps%n%s%n",
                schedules,
                SEED,
                seconds,
                schedules / seconds,
                coverage.steps(),
                coverage);
        if (SCHEDULES >= SCHEDULES_FOR_ALL_PAIRS && KIND.isEmpty()) {
            assertThat(coverage.missing())
                    .as("pairs of step and fault that no schedule had")
                    .isEmpty();
        }
    }

    @Test
    @Tag("thorough")
    void noScheduleLosesOrRepeatsARecordOfATable() {
        run(ScheduleKind.TABLE, SEED + ScheduleKind.TABLE.of(SCHEDULES), TABLE_SCHEDULES);
    }

    private static ScheduleRunner.Result run(ScheduleKind kind, long seed, long schedules) {
        ScheduleRunner.Result result = new ScheduleRunner(kind, PlantedBug.NONE).run(seed, schedules);
        System.out.println(kind + ": " + result);
        assertThat(result.found())
                .as(() -> kind + ", " + result.found().orElseThrow())
                .isEmpty();
        return result;
    }

    private static List<ScheduleKind> kinds() {
        return KIND.isEmpty()
                ? List.of(ScheduleKind.values())
                : List.of(ScheduleKind.valueOf(KIND.toUpperCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @EnumSource
    void aSeedDecidesEveryStep(ScheduleKind kind) {
        for (long seed = 1; seed <= SEEDS_RUN_TWICE; seed++) {
            assertThat(trace(kind, seed)).contains(" on ").isEqualTo(trace(kind, seed));
        }
    }

    private static String trace(ScheduleKind kind, long seed) {
        return new ScheduleRunner(kind, PlantedBug.NONE).trace(seed);
    }
}

package io.parquetry.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulation finds each planted bug within 100,000 schedules. The schedule that is known to find it runs first;
 * only where it does not any more, because schedules have changed, the bug is searched.
 */
class PlantedBugTest {
    private static final long SCHEDULES_MAX = 100_000;

    /** Set to search all bugs anew, which shows how many schedules that takes. */
    private static final boolean SEARCH = Boolean.getBoolean("search.planted.bugs");

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isFound(PlantedBug bug) {
        ScheduleRunner runner = new ScheduleRunner(bug.kind(), bug);
        ScheduleRunner.Result result = runner.run(bug.knownSeed(), 1);
        if (SEARCH || result.found().isEmpty()) {
            result = runner.run(1, SCHEDULES_MAX);
            System.out.printf(
                    "%s is found by %s schedule %d, known is %d: %s%n",
                    bug, bug.kind(), result.schedules(), bug.knownSeed(), reason(result));
        }
        assertThat(result.found())
                .as("%d schedules with the bug %s", result.schedules(), bug)
                .isPresent();
    }

    private static String reason(ScheduleRunner.Result result) {
        return result.found()
                .map(found -> found.message().lines().findFirst().orElse(""))
                .orElse("not found");
    }
}

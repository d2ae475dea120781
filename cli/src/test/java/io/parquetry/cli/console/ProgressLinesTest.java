package io.parquetry.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The contract of progress lines: at most one in two seconds, none for quick work, none for the end. */
class ProgressLinesTest {
    private static final long SECOND = 1_000_000_000L;

    private final StringWriter text = new StringWriter();
    private long nanos = 17;
    private final ProgressLines lines = new ProgressLines(new PrintWriter(text), "  ", "rows", 5000, () -> nanos);

    @Test
    void longWorkIsReportedEveryTwoSeconds() {
        reached(1000, SECOND);
        reached(1500, SECOND);
        reached(2000, SECOND);
        reached(2500, SECOND);

        assertThat(text.toString().lines()).containsExactly("  1,500 of 5,000 rows", "  2,500 of 5,000 rows");
    }

    @Test
    void aCountThatDoesNotGrowOrIsCompleteIsNotReported() {
        reached(0, 5 * SECOND);
        reached(5000, 5 * SECOND);

        assertThat(text.toString()).isEmpty();
    }

    private void reached(long count, long later) {
        nanos += later;
        lines.reached(count);
    }
}

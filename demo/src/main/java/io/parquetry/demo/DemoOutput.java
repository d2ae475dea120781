package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.local.NodeEvent;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Help.Ansi;

/** The output of the demo: colours and progress bars on a terminal, plain lines elsewhere. */
final class DemoOutput {
    private static final int BAR_INTERVAL_MS = 100;

    private final PrintWriter out;
    private final Ansi ansi;

    /** @param ansi enabled on a terminal only */
    DemoOutput(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    PrintWriter out() {
        return out;
    }

    /** Prints the title of a section. */
    void section(String title) {
        out.println();
        out.println(ansi.string("@|bold,cyan " + title + "|@"));
        out.flush();
    }

    /** Prints a line of the section. */
    void line(String text) {
        out.println("  " + text);
        out.flush();
    }

    /** Prints that a process is ready. */
    void ready(NodeEvent event) {
        if (event.step() == NodeEvent.Step.READY) {
            line(event.node() + " is ready after "
                    + NumberText.tenths(event.elapsed().toMillis() / 1000.0) + " s");
        }
    }

    void result(String text, boolean good) {
        out.println();
        out.println(ansi.string((good ? "@|bold,green " : "@|bold,red ") + text + "|@"));
        out.flush();
    }

    /** Shows a count that grows to {@code total}; the caller closes it. */
    ProgressDisplay progress(String noun, long total) {
        out.flush();
        return ansi.enabled() ? new Bar(noun, total) : new Lines(new ProgressLines(out, "  ", noun, total));
    }

    /** The display of a growing count. */
    interface ProgressDisplay extends AutoCloseable {
        void reached(long count);

        @Override
        void close();
    }

    private static final class Bar implements ProgressDisplay {
        private final ProgressBar bar;

        Bar(String noun, long total) {
            bar = new ProgressBarBuilder()
                    .setTaskName("  " + noun)
                    .setInitialMax(total)
                    .setUpdateIntervalMillis(BAR_INTERVAL_MS)
                    .setStyle(style())
                    .setConsumer(new ConsoleProgressBarConsumer(System.out))
                    .build();
        }

        /** Block characters, where the terminal's character set has them. */
        private static ProgressBarStyle style() {
            return Charset.defaultCharset().newEncoder().canEncode('\u2588')
                    ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK
                    : ProgressBarStyle.ASCII;
        }

        @Override
        public void reached(long count) {
            bar.stepTo(count);
        }

        @Override
        public void close() {
            bar.close();
        }
    }

    private static final class Lines implements ProgressDisplay {
        private final ProgressLines lines;

        Lines(ProgressLines lines) {
            this.lines = lines;
        }

        @Override
        public void reached(long count) {
            lines.reached(count);
        }

        @Override
        public void close() {}
    }
}

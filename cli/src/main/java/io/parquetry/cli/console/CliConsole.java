package io.parquetry.cli.console;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Buffered text in UTF-8, whatever the locale. A plain {@link PrintWriter} ignores what it cannot write; this one
 * throws {@link WriteException}, so that a long {@code cat} stops when its {@code head} does, and that a full disk is
 * no success.
 */
public final class CliConsole extends PrintWriter {
    private final Target target;
    private final Optional<Terminal> terminal;

    private CliConsole(Target target, Optional<Terminal> terminal) {
        super(new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8), 1 << 16));
        this.target = target;
        this.terminal = terminal;
    }

    /** A file or a pipe. */
    public static CliConsole of(OutputStream out) {
        return of(out, Optional.empty());
    }

    public static CliConsole of(OutputStream out, Optional<Terminal> terminal) {
        return new CliConsole(new Target(out), terminal);
    }

    /** The terminal that shows the text, if there is one. */
    public Optional<Terminal> terminal() {
        return terminal;
    }

    /** Text in this style, where the terminal has colours. */
    public String styled(Terminal.Style style, String text) {
        return terminal.map(shown -> shown.styled(style, text)).orElse(text);
    }

    @Override
    public void write(String text, int offset, int length) {
        if (terminal.isEmpty()) {
            super.write(text, offset, length);
            return;
        }
        String shown = Terminal.withoutControls(text.substring(offset, offset + length));
        super.write(shown, 0, shown.length());
    }

    @Override
    public void write(char[] text, int offset, int length) {
        if (terminal.isEmpty()) {
            super.write(text, offset, length);
        } else {
            write(new String(text, offset, length));
        }
    }

    @Override
    public void write(int character) {
        if (terminal.isEmpty()) {
            super.write(character);
        } else {
            write(String.valueOf((char) character));
        }
    }

    /** Draws a line that stands below all text until it is drawn again or erased; the text is cut to the terminal. */
    public void drawStatus(String text) {
        flush();
        int columns = terminal.map(Terminal::columns).orElse(Integer.MAX_VALUE);
        target.drawStatus(text.length() < columns ? text : text.substring(0, columns - 1));
    }

    /** Erases the status line, if there is one. */
    public void eraseStatus() {
        target.eraseStatus();
    }

    /** Makes text that is written here erase the status line of {@code other}, which is on the same terminal. */
    public void shareTerminal(CliConsole other) {
        target.withStatus = other.target;
    }

    /** The output of a command whose exit code says more than its output. It is lost from the first failure on. */
    public static CliConsole outliving(CommandSpec command) {
        CliConsole console = (CliConsole) command.commandLine().getOut();
        console.outlive();
        return console;
    }

    /** The bytes below the text, for a command whose output is a file; takes no text any more. */
    public OutputStream bytes() {
        flush();
        return target;
    }

    /** From now on failures are not thrown; what cannot be written is dropped. */
    public void outlive() {
        target.isOutlived = true;
    }

    /** Writes what is buffered, and returns the first failure there was; never throws. */
    public Optional<WriteException> finish() {
        outlive();
        flush();
        return Optional.ofNullable(target.failure);
    }

    /** The text cannot be written. */
    public static final class WriteException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final boolean readerIsGone;

        WriteException(IOException cause) {
            super("the output cannot be written: " + cause.getMessage(), cause);
            this.readerIsGone = isOfBrokenPipe(cause);
        }

        /** Whether the reader has closed the pipe, as {@code head} does. */
        public boolean readerIsGone() {
            return readerIsGone;
        }

        /** The text of the system's error depends on the locale, so it is compared with that of a pipe made for it. */
        private static boolean isOfBrokenPipe(IOException failure) {
            try {
                Pipe pipe = Pipe.open();
                try (Pipe.SinkChannel sink = pipe.sink()) {
                    pipe.source().close();
                    sink.write(ByteBuffer.allocate(1));
                }
                return false;
            } catch (IOException broken) {
                return broken.getMessage() != null && broken.getMessage().equals(failure.getMessage());
            }
        }
    }

    private static final class Target extends OutputStream {
        private final OutputStream out;
        private static final String ERASE_LINE = "\r\u001B[K";

        private Target withStatus = this;
        private boolean hasStatus;
        private boolean isOutlived;
        private WriteException failure;

        Target(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
            withStatus.eraseStatus();
            attempt(() -> out.write(buffer, offset, length));
        }

        @Override
        public void flush() {
            attempt(out::flush);
        }

        void drawStatus(String text) {
            byte[] line = (ERASE_LINE + text).getBytes(StandardCharsets.UTF_8);
            attempt(() -> out.write(line));
            hasStatus = true;
        }

        void eraseStatus() {
            if (hasStatus) {
                hasStatus = false;
                byte[] erase = ERASE_LINE.getBytes(StandardCharsets.UTF_8);
                attempt(() -> out.write(erase));
            }
        }

        private interface Attempt {
            void run() throws IOException;
        }

        private void attempt(Attempt attempt) {
            if (failure == null) {
                try {
                    attempt.run();
                    return;
                } catch (IOException e) {
                    failure = new WriteException(e);
                }
            }
            if (!isOutlived) {
                // Once only: what closes a writer on the way out must not throw it again, and hide it.
                isOutlived = true;
                throw failure;
            }
        }
    }
}

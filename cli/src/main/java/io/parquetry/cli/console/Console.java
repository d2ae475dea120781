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
public final class Console extends PrintWriter {
    private final Target target;

    private Console(Target target) {
        super(new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8), 1 << 16));
        this.target = target;
    }

    public static Console of(OutputStream out) {
        return new Console(new Target(out));
    }

    /** The output of a command whose exit code says more than its output. It is lost from the first failure on. */
    public static Console outliving(CommandSpec command) {
        Console console = (Console) command.commandLine().getOut();
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
            attempt(() -> out.write(buffer, offset, length));
        }

        @Override
        public void flush() {
            attempt(out::flush);
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
                throw failure;
            }
        }
    }
}

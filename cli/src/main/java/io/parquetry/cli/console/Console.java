package io.parquetry.cli.console;

import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Serial;
import java.nio.charset.StandardCharsets;

/**
 * Buffered text in UTF-8, whatever the locale. A plain {@link PrintWriter} ignores a closed pipe; this one throws
 * {@link ClosedException}, so that a long {@code cat} stops when its {@code head} does.
 */
public final class Console extends PrintWriter {
    private Console(OutputStream out) {
        super(new BufferedWriter(new OutputStreamWriter(new ThrowingStream(out), StandardCharsets.UTF_8), 1 << 16));
    }

    public static Console of(OutputStream out) {
        return new Console(out);
    }

    public void flushQuietly() {
        try {
            flush();
        } catch (ClosedException e) {
            // The reader has closed the pipe; no message can reach it.
        }
    }

    /** The reader has closed the pipe. */
    public static final class ClosedException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        ClosedException(IOException cause) {
            super("the output was closed: " + cause.getMessage(), cause);
        }
    }

    private static final class ThrowingStream extends FilterOutputStream {
        ThrowingStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
            try {
                out.write(buffer, offset, length);
            } catch (IOException e) {
                throw new ClosedException(e);
            }
        }

        @Override
        public void flush() {
            try {
                out.flush();
            } catch (IOException e) {
                throw new ClosedException(e);
            }
        }
    }
}

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
 * Buffered UTF-8 text, whatever the locale says. Unlike a plain {@link PrintWriter} it does not swallow the end of its
 * reader: writing to a closed pipe throws {@link ClosedException}, so that a long {@code cat} stops with its {@code
 * head}.
 */
public final class Console extends PrintWriter {
    private Console(OutputStream out) {
        super(new BufferedWriter(new OutputStreamWriter(new NoticingStream(out), StandardCharsets.UTF_8), 1 << 16));
    }

    public static Console of(OutputStream out) {
        return new Console(out);
    }

    public void flushQuietly() {
        try {
            flush();
        } catch (ClosedException e) {
            // There is nobody left to tell.
        }
    }

    /** Nobody reads any more. */
    public static final class ClosedException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        ClosedException(IOException cause) {
            super("the output was closed: " + cause.getMessage(), cause);
        }
    }

    private static final class NoticingStream extends FilterOutputStream {
        NoticingStream(OutputStream out) {
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

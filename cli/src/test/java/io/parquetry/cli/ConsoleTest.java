package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The contract of {@link Console}: UTF-8 in every locale, and an exception for a closed pipe. */
class ConsoleTest {
    @Test
    void writesUtf8() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Console console = Console.of(bytes);
        console.print("zoë");
        console.flush();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("zoë");
    }

    @Test
    void throwsWhenThePipeIsClosed() {
        Console console = Console.of(new BrokenPipe());
        console.print("x");

        assertThatThrownBy(console::flush).isInstanceOf(Console.ClosedException.class);
    }

    @Test
    void aCommandWhoseOutputIsClosedEndsQuietly() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = Main.run(Console.of(new BrokenPipe()), Console.of(err), "--help");

        assertThat(code).isZero();
        assertThat(err.size()).isZero();
    }

    private static final class BrokenPipe extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            throw new IOException("Broken pipe");
        }
    }
}

package io.parquetry.connect.common.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of others cannot begin a line of a log, hide in it or turn it round. */
class EscapedTest {
    private static final String FORGED = "x\n[2026-01-01 00:00:00] ERROR all files were deleted";

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "größe", "注文", "a b", "\uD83D\uDE00", "a\\nb"})
    void textThatShowsIsLeftAlone(String text) {
        assertThat(Escaped.text(text)).isSameAs(text);
    }

    @Test
    void whatDoesNotShowIsEscaped() {
        assertThat(Escaped.text("a\nb\r\tc")).isEqualTo("a\\nb\\r\\tc");
        assertThat(Escaped.text("\u001b[31m\u0000\u0085\u2028\u202e\u200b"))
                .isEqualTo("\\u001b[31m\\u0000\\u0085\\u2028\\u202e\\u200b");
        assertThat(Escaped.text("a\uD83Db\uDE00")).isEqualTo("a\\ud83db\\ude00");
    }

    @Test
    void argumentsOfALogLineAreEscaped() {
        assertThat(Log.escaped(1, null, "a\nb", List.of("c\rd"))).containsExactly(1, null, "a\\nb", "[c\\rd]");
    }

    @Test
    void anExceptionInALogLineIsEscapedWithItsCauses() {
        Exception thrown = new IllegalStateException("no", new IOException(FORGED));

        assertThat(printed((Throwable) Log.escaped("x", thrown)[1]))
                .contains("java.lang.IllegalStateException: no")
                .contains("java.io.IOException: x\\n[2026")
                .contains("anExceptionInALogLineIsEscapedWithItsCauses")
                .doesNotContain("\n[2026");
    }

    @Test
    void anExceptionForTheWorkerIsEscapedAndStaysRetriableOrNot() {
        RuntimeException fatal = Escaped.exception(new DataException(FORGED, new IOException(FORGED)));
        RuntimeException passing = Escaped.exception(new RetriableException(FORGED));
        RuntimeException harmless = new DataException("no such column", new IOException("gone"));

        assertThat(fatal).isInstanceOf(ConnectException.class).isNotInstanceOf(RetriableException.class);
        assertThat(printed(fatal)).doesNotContain("\n[2026");
        assertThat(passing).isInstanceOf(RetriableException.class);
        assertThat(printed(passing)).doesNotContain("\n[2026");
        assertThat(Escaped.exception(harmless)).isSameAs(harmless);
    }

    @Test
    void exceptionsMaySuppressEachOther() {
        RuntimeException one = new DataException("one");
        RuntimeException other = new DataException("other");
        one.addSuppressed(other);
        other.addSuppressed(one);

        assertThat(Escaped.exception(one)).isSameAs(one);
    }

    private static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}

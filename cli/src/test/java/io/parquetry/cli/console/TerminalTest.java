package io.parquetry.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.console.Terminal.Colours;
import io.parquetry.cli.console.TextTable.Column;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The contract of a terminal: tables fit it, colours follow NO_COLOR, and progress is one line that any text erases.
 * Without a terminal nothing is cut, coloured or drawn again.
 */
class TerminalTest {
    private static final String ERASE = "\r\u001B[K";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private CliConsole console(int columns) {
        return CliConsole.of(bytes, Optional.of(new Terminal(columns, Colours.NONE)));
    }

    private static TextTable table() {
        TextTable table =
                new TextTable(Column.left("column"), Column.left("type"), Column.right("bytes"), Column.left("min"));
        table.row(
                "properties.list.element.name", "BYTE_ARRAY STRING", "1,234,567", "\"a long text, zoë \uD83D\uDE00\"");
        table.row("id", "INT64", "7", "1");
        return table;
    }

    private List<String> printed(CliConsole console) {
        table().print(console, "  ");
        console.flush();
        return text().lines().toList();
    }

    @Test
    void withoutATerminalNothingIsCut() {
        assertThat(printed(CliConsole.of(bytes)))
                .containsExactly(
                        "  column                        type                   bytes  min",
                        "  properties.list.element.name  BYTE_ARRAY STRING  1,234,567  \"a long text, zoë \uD83D\uDE00\"",
                        "  id                            INT64                      7  1");
    }

    /** Of a hostile file, a name may set the title of the terminal, clear it, or fill the clipboard. */
    @Test
    void controlCharactersOfFilesAreNotSentToTerminals() {
        String hostile = "\u001B]52;c;eA==\u0007\u001B[8m\u001B[2J\u009B31m\r\u007Fz";
        CliConsole coloured = CliConsole.of(bytes, Optional.of(new Terminal(80, Colours.SHOWN)));

        coloured.print(coloured.styled(Terminal.Style.GOOD, "OK") + "\t" + hostile + "\r\n");
        coloured.print('\u001B');
        coloured.flush();

        assertThat(text())
                .isEqualTo(
                        "\u001B[32mOK\u001B[0m\t\uFFFD]52;c;eA==\uFFFD\uFFFD[8m\uFFFD[2J\uFFFD31m\uFFFD\uFFFDz\r\n\uFFFD");
        bytes.reset();
        CliConsole pipe = CliConsole.of(bytes);
        pipe.print(hostile);
        pipe.flush();
        assertThat(text()).isEqualTo(hostile);
    }

    @Test
    void textIsCutInItsMiddleWhereATableIsTooWide() {
        assertThat(printed(console(70)))
                .containsExactly(
                        "  column              type                   bytes  min",
                        "  propertie…ent.name  BYTE_ARRAY STRING  1,234,567  \"a long t…, zoë \uD83D\uDE00\"",
                        "  id                  INT64                      7  1")
                .allMatch(line -> line.codePointCount(0, line.length()) <= 70);
    }

    @Test
    void columnsWithoutSpaceFollowInFurtherParts() {
        List<String> lines = printed(console(40));

        assertThat(lines).allMatch(line -> line.codePointCount(0, line.length()) <= 40);
        assertThat(lines.stream().filter(line -> line.startsWith("  id "))).hasSizeGreaterThan(1);
        assertThat(String.join("\n", lines)).contains("type", "1,234,567", "min");
    }

    @Test
    void aTableThatFitsIsNotChanged() {
        List<String> whole = printed(CliConsole.of(bytes));
        bytes.reset();

        assertThat(printed(console(200))).isEqualTo(whole);
    }

    @Test
    void coloursFollowNoColor() {
        assertThat(Terminal.of("80", Map.of("TERM", "xterm"))).contains(new Terminal(80, Colours.SHOWN));
        assertThat(Terminal.of("80", Map.of("TERM", "xterm", "NO_COLOR", "")))
                .contains(new Terminal(80, Colours.SHOWN));
        assertThat(Terminal.of("80", Map.of("TERM", "xterm", "NO_COLOR", "1")))
                .contains(new Terminal(80, Colours.NONE));
        assertThat(Terminal.of("80", Map.of("TERM", "dumb"))).isEmpty();
        assertThat(Terminal.of(null, Map.of("TERM", "xterm"))).isEmpty();
        assertThat(Terminal.of("", Map.of("TERM", "xterm")).orElseThrow().columns())
                .isEqualTo(80);
        assertThat(Terminal.of("0", Map.of("TERM", "xterm")).orElseThrow().columns())
                .isEqualTo(80);
        assertThat(Terminal.of("5", Map.of("TERM", "xterm")).orElseThrow().columns())
                .isEqualTo(20);

        CliConsole coloured = CliConsole.of(bytes, Optional.of(new Terminal(80, Colours.SHOWN)));
        assertThat(coloured.styled(Terminal.Style.GOOD, "OK")).isEqualTo("\u001B[32mOK\u001B[0m");
        assertThat(console(80).styled(Terminal.Style.GOOD, "OK")).isEqualTo("OK");
        assertThat(CliConsole.of(bytes).styled(Terminal.Style.BAD, "BAD")).isEqualTo("BAD");
    }

    @Test
    void progressIsOneLineThatTextErases() {
        long[] nanos = {0};
        CliConsole console = console(30);
        ProgressLines progress = new ProgressLines(console, "", "rows", 5_000, () -> nanos[0]);
        for (long count : new long[] {1_000, 2_000, 2_100, 3_000}) {
            nanos[0] += count == 2_100 ? 10_000_000L : 2_000_000_000L;
            progress.reached(count);
        }
        console.println("done");
        console.flush();

        assertThat(text())
                .isEqualTo(ERASE + "1,000 of 5,000 rows, 20 %" + ERASE + "2,000 of 5,000 rows, 40 %" + ERASE
                        + "3,000 of 5,000 rows, 60 %" + ERASE + "done\n");
    }

    @Test
    void aStatusIsCutAndErasedByTextOfTheOtherStream() {
        CliConsole err = console(20);
        CliConsole out = console(20);
        out.shareTerminal(err);
        err.drawStatus("a text that is longer than the terminal");
        out.println("row");
        out.flush();
        out.println("row");
        out.flush();

        assertThat(text()).isEqualTo(ERASE + "a text that is long" + ERASE + "row\nrow\n");
    }
}

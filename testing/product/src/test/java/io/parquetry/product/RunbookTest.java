package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/reference/runbook.md} has an entry for each message of the connectors, and no other entries. A message is
 * a text that {@link UserMessages} finds in the main sources of {@link ProductClasses#pluginModules}. An entry is a code span in the first
 * cell of a table row: it begins with the opening of the message, its first eight fixed words, and may quote more of
 * it.
 *
 * <p>Beyond the boundary are
 * <ul>
 *   <li>errors at a key of the configuration, which the key explains: exceptions of {@link #OF_KEYS}, and the
 *       validators of keys;
 *   <li>defects of the program, {@link #OF_DEFECTS};
 *   <li>messages of the engine ({@code format-core}) about a file, which stand in the message of a bad file or record;
 *   <li>messages of fewer than two fixed words, which pass on the text of another message.
 * </ul>
 *
 * <p>Each metric in the tables of {@code docs/reference/metrics.md} is named on the page as well, with an alert or
 * among those that need none.
 */
class RunbookTest {
    private static final Set<String> OF_KEYS =
            Set.of("ConfigException", "IllegalArgumentException", "DateTimeException", "PatternSyntaxException");
    private static final Set<String> OF_DEFECTS = Set.of(
            "IllegalStateException", "UnsupportedOperationException", "CancellationException", "NullPointerException");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`.*?`) \\|");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final String ALERTS = "\n## Alerts\n";

    private static SortedMap<String, String> messages;
    private static String messagesOfPage;
    private static String alertsOfPage;

    @BeforeAll
    static void readSourcesAndPage() throws IOException {
        messages = UserMessages.in(
                ProductClasses.pluginModules().stream()
                        .map(module -> module.resolve("src/main/java"))
                        .toList(),
                leftOut());
        String page = Files.readString(ProductClasses.ROOT.resolve("docs/reference/runbook.md"));
        int alerts = page.indexOf(ALERTS);
        assertThat(alerts).as("the section of alerts").isPositive();
        messagesOfPage = page.substring(0, alerts);
        alertsOfPage = page.substring(alerts);
    }

    @Test
    void eachMessageHasAnEntry() {
        assertThat(messages).as("messages that are found").hasSizeGreaterThan(150);

        assertThat(withoutEntry(messages, entries(messagesOfPage)))
                .as("openings of messages without an entry in the runbook: write symptom, cause and remedy")
                .isEmpty();
    }

    @Test
    void eachEntryIsTheBeginningOfAMessage() {
        assertThat(withoutMessage(messages, entries(messagesOfPage)))
                .as("entries of the runbook that no source has: delete or correct them")
                .isEmpty();
    }

    @Test
    void noMessageHasTwoEntries() {
        assertThat(entries(messagesOfPage)).doesNotHaveDuplicates();
    }

    @Test
    void eachEntryHasSymptomCauseAndRemedy() {
        assertThat(messagesOfPage.lines().filter(line -> line.startsWith("| `")))
                .allMatch(line -> line.split(" \\| ", -1).length == 4, "has four cells")
                .noneMatch(line -> line.contains("|  |"), "has an empty cell");
    }

    @Test
    void eachMetricHasAnAlertOrNeedsNone() throws IOException {
        String text = Files.readString(ProductClasses.ROOT.resolve("docs/reference/metrics.md"));
        List<String> metrics = entries(text.substring(0, text.indexOf(ALERTS)));
        assertThat(metrics).hasSizeGreaterThan(30);

        assertThat(spans(alertsOfPage)).containsAll(metrics);
        assertThat(entries(alertsOfPage)).as("metrics with an alert").isSubsetOf(metrics);
    }

    @Test
    void aNewMessageAndAStaleEntryAreFound(@TempDir Path sources) throws IOException {
        Files.writeString(sources.resolve("Example.java"), """
                class Example {
                    void run(String name, boolean twice) {
                        LOG.warn("the {} stopped after {} rows of the file and does not continue", name, 1);
                        throw new ConnectException(reason(name));
                    }
                    String reason(String name) {
                        return "nobody knows " + name + (1 + 1) + "; ask them";
                    }
                    void check() {
                        throw new ConfigException("key", "the value is wrong");
                    }
                }
                """);
        SortedMap<String, String> found = UserMessages.in(List.of(sources), leftOut());

        assertThat(found)
                .containsOnlyKeys(
                        "the \u2026 stopped after \u2026 rows of the file and does not continue",
                        "nobody knows \u2026; ask them");
        List<String> page = entries("""
                | `the \u2026 stopped after \u2026 rows of the file and does` | a | b | c |
                | `old words` | a | b | c |
                """);
        assertThat(withoutEntry(found, page)).containsExactly("nobody knows \u2026; ask them");
        assertThat(withoutMessage(found, page)).containsExactly("old words");
    }

    private static Set<String> leftOut() {
        return Stream.of(OF_KEYS, OF_DEFECTS).flatMap(Collection::stream).collect(Collectors.toUnmodifiableSet());
    }

    private static List<String> withoutEntry(SortedMap<String, String> messages, List<String> entries) {
        return messages.keySet().stream()
                .map(UserMessages::opening)
                .distinct()
                .filter(opening -> entries.stream().noneMatch(entry -> entry.startsWith(opening)))
                .toList();
    }

    private static List<String> withoutMessage(SortedMap<String, String> messages, List<String> entries) {
        return entries.stream()
                .filter(entry -> messages.keySet().stream()
                        .noneMatch(message ->
                                message.startsWith(entry) && entry.startsWith(UserMessages.opening(message))))
                .toList();
    }

    private static List<String> entries(String tables) {
        return ROW.matcher(tables)
                .results()
                .flatMap(row -> spans(row.group(1)).stream())
                .toList();
    }

    private static List<String> spans(String text) {
        List<String> spans = new ArrayList<>();
        Matcher matcher = SPAN.matcher(text);
        while (matcher.find()) {
            spans.add(matcher.group(1));
        }
        return spans;
    }
}

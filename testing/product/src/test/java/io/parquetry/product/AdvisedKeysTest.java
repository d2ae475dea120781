package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Advice can be followed: a {@code key=value} in a message of the connectors or on a page names a key that they, Connect
 * or Kafka have, and where the page of the keys lists the allowed values, one of them.
 */
class AdvisedKeysTest {
    private static final Path PAGES = ProductClasses.ROOT.resolve("docs");
    private static final Pattern KEY_ROW = Pattern.compile("(?m)^\\| `([^`<]+)(<name>)?` \\| (.*?) \\|(?: (.*?) \\|)?");
    private static final Pattern ADVICE =
            Pattern.compile("(?<![\\w.$/{-])([a-z][a-z0-9]*(?:\\.[a-z0-9-]+)+)=((?:[A-Za-z0-9_-]|:(?=\\w))*)");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern LIST = Pattern.compile("[a-z0-9_-]+(, [A-Za-z0-9_:-]+)+");

    /** The beginnings of keys of Connect, Kafka, Hadoop and Iceberg; of tags of objects; the last is of a converter. */
    private static final Pattern OF_OTHERS = Pattern.compile(
            "(errors|consumer|producer|value|key|header|offset|max|retention"
                    + "|exactly|plugin|config|dfs|auto|delete|message|cleanup|security|write|transaction|tasks|first|last|schemas)\\..*");

    /** It tells what became of keys that are gone. */
    private static final String UPGRADE = "upgrade.md";

    /** Of each key the allowed values, empty where they are no list; of a family its prefix, with a dot at its end. */
    private static Map<String, Set<String>> keys() throws IOException {
        Map<String, Set<String>> keys = new HashMap<>();
        for (Path page : files(PAGES.resolve("reference"), "-config.md")) {
            Matcher row = KEY_ROW.matcher(Files.readString(page));
            while (row.find()) {
                boolean isList =
                        row.group(4) != null && LIST.matcher(row.group(4)).matches();
                keys.put(row.group(1), isList ? Set.of(row.group(4).split(", ")) : Set.of());
            }
        }
        return keys;
    }

    private static Map<Path, String> texts() throws IOException {
        Map<Path, String> texts = new HashMap<>();
        texts.put(Path.of("README.md"), Files.readString(ProductClasses.ROOT.resolve("README.md")));
        for (Path page : files(PAGES, ".md")) {
            texts.put(page.getFileName(), Files.readString(page));
        }
        for (Path module : ProductClasses.pluginModules()) {
            for (Path source : files(module.resolve("src/main/java"), ".java")) {
                String literals = LITERAL.matcher(Files.readString(source))
                        .results()
                        .map(literal -> literal.group(1))
                        .collect(Collectors.joining(" "));
                texts.put(source.getFileName(), literals);
            }
        }
        texts.remove(Path.of(UPGRADE));
        return texts;
    }

    private static List<Path> files(Path below, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static SortedSet<String> wrong(Map<Path, String> texts, Map<String, Set<String>> keys) {
        SortedSet<String> wrong = new TreeSet<>();
        texts.forEach((place, text) -> ADVICE.matcher(text)
                .results()
                .filter(advice -> !isRight(advice, keys))
                .forEach(advice -> wrong.add(place + ": " + advice.group())));
        return wrong;
    }

    private static boolean isRight(MatchResult advice, Map<String, Set<String>> keys) {
        String key = advice.group(1);
        String value = advice.group(2);
        Set<String> allowed = keys.get(key);
        if (allowed == null) {
            return OF_OTHERS.matcher(key).matches()
                    || keys.keySet().stream().anyMatch(family -> family.endsWith(".") && key.startsWith(family));
        }
        // As in on.finish=move, which means move:DIRECTORY.
        return value.isEmpty()
                || allowed.isEmpty()
                || allowed.stream().anyMatch(each -> each.equals(value) || each.startsWith(value + ":"));
    }

    @Test
    void adviceNamesKeysAndValuesThatThereAre() throws IOException {
        Map<String, Set<String>> keys = keys();
        assertThat(keys).hasSizeGreaterThan(120);
        assertThat(keys.get("on.finish")).contains("keep", "delete");
        Map<Path, String> texts = texts();
        List<String> found = new ArrayList<>();
        texts.values().forEach(text -> ADVICE.matcher(text).results().forEach(advice -> found.add(advice.group())));
        assertThat(found).hasSizeGreaterThan(200);
        assertThat(wrong(texts, keys)).isEmpty();
    }

    @Test
    void aKeyAndAValueThatThereAreNotAreFound() throws IOException {
        Path page = Path.of("page");
        assertThat(wrong(Map.of(page, "set on.finnish=keep, on.finish=drop, s3.regoin=eu or on.finish=move"), keys()))
                .containsExactly("page: on.finish=drop", "page: on.finnish=keep", "page: s3.regoin=eu");
    }
}

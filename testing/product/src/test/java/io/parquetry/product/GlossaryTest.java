package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A word in the names of five or more top-level classes of the product is explained: it is a term of {@code
 * docs/reference/glossary.md} or a part of one, or it is in {@code known-words.txt}, the words that a programmer knows
 * from English, Java, Parquet or Connect, or it names a module of a storage. An entry of that list must have its five
 * classes, and no entry in the glossary. A plural counts as its singular. The benchmarks are left out.
 */
class GlossaryTest {
    private static final int CLASSES_MIN = 5;
    private static final Path GLOSSARY = ProductClasses.ROOT.resolve("docs/reference/glossary.md");

    private static final Pattern WORD_OF_NAME = Pattern.compile("[A-Z][a-z]+\\d*|[A-Z]+\\d*(?![a-z])");
    private static final Pattern WORD_OF_TERM = Pattern.compile("[a-z]+\\d*");
    private static final Pattern TERM = Pattern.compile("(?m)^\\| ([^|]+) \\|");

    private static Set<String> wordsOfProduct() throws IOException {
        return wordsOfMany(ProductClasses.topLevelNamesWithout("testing/benchmarks"));
    }

    @Test
    void eachWordOfManyClassesIsExplained() throws IOException {
        Set<String> words = wordsOfProduct();
        assertThat(words)
                .as("words that are found")
                .contains("ledger", "column")
                .hasSizeGreaterThan(80);

        Set<String> known = new TreeSet<>(knownWords());
        ProductClasses.storages()
                .forEach(module -> known.add(module.getFileName().toString()));
        assertThat(unexplained(words, glossary(), known))
                .as("words without an entry in %s", GLOSSARY)
                .isEmpty();
    }

    @Test
    void theListOfKnownWordsIsUpToDate() throws IOException {
        assertThat(outdated(wordsOfProduct(), glossary(), knownWords()))
                .as("known words that too few classes have, or that the glossary explains: delete them")
                .isEmpty();
    }

    @Test
    void anUnexplainedWordAndAnOutdatedEntryAreFound() {
        List<String> names = List.of("GizmoFile", "Gizmos", "S3Gizmo", "OpenGizmo", "GizmoKey", "FileKey");
        Set<String> words = wordsOfMany(names);

        assertThat(words).containsExactly("gizmo");
        assertThat(unexplained(words, Set.of("file"), Set.of("key"))).containsExactly("gizmo");
        assertThat(unexplained(words, Set.of("gizmo"), Set.of())).isEmpty();
        assertThat(outdated(words, Set.of(), Set.of("gizmo", "key"))).containsExactly("key");
        assertThat(outdated(words, Set.of("gizmo"), Set.of("gizmo"))).containsExactly("gizmo");
    }

    private static Set<String> wordsOfMany(Collection<String> names) {
        Map<String, Integer> classes = new TreeMap<>();
        names.forEach(name -> words(WORD_OF_NAME, name).forEach(word -> classes.merge(word, 1, Integer::sum)));
        return classes.entrySet().stream()
                .filter(word -> word.getValue() >= CLASSES_MIN)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> unexplained(Set<String> words, Set<String> glossary, Set<String> known) {
        return words.stream()
                .filter(word -> !glossary.contains(word) && !known.contains(word))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> outdated(Set<String> words, Set<String> glossary, Set<String> known) {
        return known.stream()
                .filter(word -> !words.contains(word) || glossary.contains(word))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> glossary() throws IOException {
        return TERM.matcher(Files.readString(GLOSSARY))
                .results()
                .flatMap(term -> words(WORD_OF_TERM, term.group(1)).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> knownWords() throws IOException {
        try (InputStream list = GlossaryTest.class.getResourceAsStream("known-words.txt")) {
            return Stream.of(new String(list.readAllBytes(), StandardCharsets.UTF_8).split("\\R"))
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> words(WORD_OF_TERM, line).stream())
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private static Set<String> words(Pattern word, String text) {
        Matcher matcher = word.matcher(text);
        return matcher.results()
                .map(MatchResult::group)
                .map(found -> singular(found.toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String singular(String word) {
        return word.length() > 3 && word.endsWith("s") && !word.endsWith("ss")
                ? word.substring(0, word.length() - 1)
                : word;
    }
}

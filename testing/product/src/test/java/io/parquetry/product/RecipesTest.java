package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * CONTRIBUTING.md names what there is: a file or folder by its path or name, a class, perhaps with a member that its
 * file has, a package by the end of its name, and otherwise words of sources; modules and tests in its commands. A
 * recipe has at most six steps.
 */
class RecipesTest {
    private static final int STEPS_MAX = 6;

    private static final Set<String> NOT_VISITED = Set.of("target", ".git", "node_modules");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern OPTION = Pattern.compile("(-Dtest=|-Dit\\.test=|-pl )'?([^'\\s`]+)");
    private static final Pattern CLASS = Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)");
    private static final Pattern FILE = Pattern.compile(".*/.*|.*\\.(md|xml|properties)|module-info");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern STEP = Pattern.compile("(?m)^(\\d+)\\. ");

    /** By path from the root of the repository, with slashes. */
    private static final Set<String> PATHS = new TreeSet<>();

    /** The text of each top-level class, by its simple name; that of several is put together. */
    private static final Map<String, String> CLASSES = new HashMap<>();

    private static final Set<String> TYPES = new HashSet<>();
    private static final Set<String> WORDS = new HashSet<>();

    @BeforeAll
    static void listTheRepository() throws IOException {
        Files.walkFileTree(ProductClasses.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                PATHS.add(path(folder));
                boolean skipped = NOT_VISITED.contains(folder.getFileName().toString());
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                PATHS.add(path(file));
                if (name.endsWith(".java") && !name.startsWith(RecipesTest.class.getSimpleName())) {
                    String text = Files.readString(file);
                    CLASSES.merge(name.replace(".java", ""), text, String::concat);
                    words(text).forEach(WORDS::add);
                    TYPE.matcher(text).results().forEach(type -> TYPES.add(type.group(1)));
                } else if (name.endsWith(".xml")) {
                    words(Files.readString(file)).forEach(WORDS::add);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static String path(Path file) {
        return ProductClasses.ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static Stream<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group);
    }

    private static String page() throws IOException {
        return Files.readString(ProductClasses.ROOT.resolve("CONTRIBUTING.md"));
    }

    private static SortedSet<String> missing(String text) {
        SortedSet<String> missing = new TreeSet<>();
        OPTION.matcher(text)
                .results()
                .forEach(option -> Stream.of(option.group(2).split(","))
                        .filter(name -> !name.equals(name.toUpperCase(Locale.ROOT)))
                        .filter(name -> !(option.group(1).equals("-pl ") ? isModule(name) : isClass(name)))
                        .forEach(missing::add));
        SPAN.matcher(FENCE.matcher(text).replaceAll(""))
                .results()
                .map(span -> span.group(1))
                .filter(span -> !span.startsWith("-") && !span.startsWith("mvn "))
                .filter(span -> !isThere(span))
                .forEach(missing::add);
        return missing;
    }

    private static boolean isModule(String name) {
        return name.startsWith(":") || PATHS.contains(name + "/pom.xml");
    }

    private static boolean isClass(String name) {
        Pattern pattern = Pattern.compile(name.replace("*", ".*"));
        return CLASSES.keySet().stream().anyMatch(pattern.asMatchPredicate());
    }

    private static boolean isThere(String span) {
        var named = CLASS.matcher(span);
        if (named.matches()) {
            return named.group(2) == null
                    ? TYPES.contains(span) || span.equals(RecipesTest.class.getSimpleName())
                    : words(CLASSES.getOrDefault(named.group(1), "")).anyMatch(named.group(2)::equals);
        }
        if (FILE.matcher(span).matches()) {
            String path = span.replaceAll("/$", "");
            return PATHS.contains(path)
                    || PATHS.stream()
                            .anyMatch(each -> each.endsWith("/" + path) || each.endsWith("/" + path + ".java"));
        }
        String folders = "/" + span.replace('.', '/');
        return PATHS.stream().anyMatch(each -> each.endsWith(folders))
                || words(span).allMatch(WORDS::contains);
    }

    @Test
    void whatThePageNamesIsThere() throws IOException {
        assertThat(SPAN.matcher(page()).results()).hasSizeGreaterThan(150);
        assertThat(missing(page())).isEmpty();
    }

    @Test
    void aRecipeHasAtMostSixSteps() throws IOException {
        String page = page();
        String recipes = page.substring(page.indexOf("\n## Recipes\n"), page.indexOf("\n## Tests\n"));
        assertThat(recipes.split("\n### ")).hasSizeGreaterThan(7);
        assertThat(STEP.matcher(recipes).results().map(step -> Integer.valueOf(step.group(1))))
                .hasSizeGreaterThan(30)
                .allMatch(number -> number <= STEPS_MAX);
    }

    @Test
    void whatIsNotThereIsFound() {
        assertThat(missing(
                        "`NoSuchClassOfOurs`, `Compressor.off`, `build/none.md`, `internal.nowhere9`, `Compressor.of`\n"
                                + "```\nmvn -pl no/module verify -Dtest='NoTestOfOurs,Codec*Test'\n```\n"))
                .isEqualTo(new TreeSet<>(List.of(
                        "Compressor.off",
                        "NoSuchClassOfOurs",
                        "NoTestOfOurs",
                        "build/none.md",
                        "internal.nowhere9",
                        "no/module")));
    }
}

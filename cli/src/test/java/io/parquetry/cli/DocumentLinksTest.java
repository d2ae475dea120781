package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each link from one Markdown file of the repository to another file, and to a heading or an anchor there, has its
 * target, and each page of {@code docs/} that a source, a configuration or a document names is there. The README lists
 * each page. Addresses on the web are not tried.
 */
class DocumentLinksTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> NOT_VISITED = Set.of("target", ".git", ".idea", "node_modules");
    private static final Set<String> TEXTS = Set.of("md", "java", "json", "yaml", "yml", "xml", "properties");

    private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern WEB = Pattern.compile("[a-z]+:.*");
    private static final Pattern PAGE = Pattern.compile("\\bdocs/(?:[\\w-]+/)?[\\w-]+\\.(?:md|svg|png)(?:#[\\w-]+)?");

    private static final List<Path> FILES = new ArrayList<>();

    @BeforeAll
    static void listTheRepository() throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean isDemo = name.startsWith("parquetry-demo-");
                return NOT_VISITED.contains(name) || isDemo ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (TEXTS.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    FILES.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void eachLinkOfADocumentHasItsTarget() throws IOException {
        List<Path> documents =
                FILES.stream().filter(file -> file.toString().endsWith(".md")).toList();
        assertThat(documents).hasSizeGreaterThan(20);
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            broken.addAll(broken(document));
        }
        assertThat(broken).as("links without a target").isEmpty();
    }

    @Test
    void eachPageThatAFileNamesIsThere() throws IOException {
        Set<String> broken = new TreeSet<>();
        int named = 0;
        for (Path file : FILES) {
            Matcher page = PAGE.matcher(Files.readString(file));
            while (page.find()) {
                named++;
                if (!isThere(ROOT, page.group())) {
                    broken.add(file + ": " + page.group());
                }
            }
        }
        assertThat(named).isGreaterThan(100);
        assertThat(broken).as("pages that are named and are not there").isEmpty();
    }

    @Test
    void theReadmeListsEachPage() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        assertThat(FILES.stream()
                        .filter(file -> file.startsWith(ROOT.resolve("docs")))
                        .map(file -> ROOT.relativize(file).toString())
                        .filter(page -> page.endsWith(".md")))
                .hasSizeGreaterThan(20)
                .allMatch(page -> readme.contains("](" + page + ")"), "is listed in README.md");
    }

    @Test
    void aBrokenLinkAndABrokenAnchorAreFound(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("a.md"), """
                # One heading, with `code`: and more
                ## Twice
                ## Twice
                <a id="own"></a>
                [good](#one-heading-with-code-and-more) [good](a.md#twice-1) [good](a.md#own) [good](https://example.com/x)
                [bad](#two) [bad](b.md) [bad](a.md#twice-2)
                ```
                [no link](c.md)
                ```
                """);
        assertThat(broken(directory.resolve("a.md")))
                .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
                .containsExactly("#two", "b.md", "a.md#twice-2");
    }

    private static List<String> broken(Path document) throws IOException {
        List<String> broken = new ArrayList<>();
        Matcher link = LINK.matcher(withoutFences(document));
        while (link.find()) {
            String target = link.group(1);
            if (WEB.matcher(target).matches()) {
                continue;
            }
            boolean isOwn = target.startsWith("#");
            String whole = isOwn ? document.getFileName() + target : target;
            if (!isThere(document.toAbsolutePath().getParent(), whole)) {
                broken.add(document + ": " + target);
            }
        }
        return broken;
    }

    /** @param target a path that begins at the directory, with an anchor or without */
    private static boolean isThere(Path directory, String target) throws IOException {
        int hash = target.indexOf('#');
        Path file = directory.resolve(hash < 0 ? target : target.substring(0, hash));
        if (!Files.exists(file)) {
            return false;
        }
        return hash < 0 || anchors(file).contains(target.substring(hash + 1));
    }

    /** What a link may name in a document: the headings, in the form that GitHub gives them, and its own anchors. */
    private static Set<String> anchors(Path document) throws IOException {
        String text = withoutFences(document);
        Set<String> anchors = new TreeSet<>();
        ANCHOR.matcher(text).results().forEach(anchor -> anchors.add(anchor.group(1)));
        Map<String, Integer> seen = new HashMap<>();
        Matcher heading = HEADING.matcher(text);
        while (heading.find()) {
            String slug = heading.group(1)
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(slug, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? slug : slug + "-" + before);
        }
        return anchors;
    }

    private static String withoutFences(Path document) throws IOException {
        return FENCE.matcher(Files.readString(document)).replaceAll("");
    }
}

package io.parquetry.connect.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A table between two comments of a page in {@code docs/reference}. With {@code -Dwrite.docs=true} it is written;
 * without, compared.
 */
public final class DocumentTable {
    private final Path page;
    private final String begin;
    private final String end;

    /**
     * A table of this name.
     *
     * @param page name of the page
     * @param module the Maven module of the test, in whose folder the test runs
     * @param test the test that makes the table
     */
    public DocumentTable(String page, String name, String module, Class<?> test) {
        this.page = Path.of(module.replaceAll("[^/]+", ".."), "docs", "reference", page);
        this.begin = "<!-- " + name + ": begin, written by " + test.getSimpleName() + " -->";
        this.end = "<!-- " + name + ": end -->";
    }

    /** Writes the table, or compares it with this text. */
    public void assertUpToDate(String table) throws IOException {
        String text = Files.readString(page);
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf(end);
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(page, text.substring(0, from) + "\n" + table + text.substring(to));
        } else {
            assertThat(text.substring(from, to).strip()).isEqualTo(table.strip());
        }
    }
}

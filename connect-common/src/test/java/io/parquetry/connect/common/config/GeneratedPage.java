package io.parquetry.connect.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of {@code docs/reference} that a test generates. With {@code -Dwrite.docs=true} it is written; without,
 * compared.
 */
public final class GeneratedPage {
    private final Path file;
    private final String command;

    private GeneratedPage(Path file, String command) {
        this.file = file;
        this.command = command;
    }

    /**
     * A page of this name.
     *
     * @param module the Maven module of the test, in whose folder the test runs
     * @param test the test that generates the page
     */
    public static GeneratedPage of(String name, String module, Class<?> test) {
        return new GeneratedPage(
                Path.of(module.replaceAll("[^/]+", ".."), "docs", "reference", name),
                "mvn -pl " + module + " -am test -Dtest=" + test.getSimpleName()
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dwrite.docs=true");
    }

    /** The command that writes the page. */
    public String command() {
        return command;
    }

    /** Writes the page, or compares it with this text. */
    public void assertUpToDate(String text) throws IOException {
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file))
                .as("%s is out of date; generate it with: %s", file, command)
                .isEqualTo(text);
    }
}

package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.config.ConfigPage;
import io.parquetry.connect.common.config.GeneratedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/source-config.md is the page that the definition of the keys gives, and the keys of the storages are
 * among those of storage-config.md. With {@code -Dwrite.docs=true} the pages are written; without, they are compared.
 */
class SourceConfigPageTest {
    private static final int KEYS_MAX = 64;

    private static final GeneratedPage PAGE =
            GeneratedPage.of("source-config.md", "connect-source", SourceConfigPageTest.class);

    private static String page() {
        return ConfigPage.of("""
                # The keys of the source

                Generated: `%s`.

                These keys are set beside those of every source connector. [source.md](source.md) explains them in context;
                [storage-config.md](storage-config.md) and [azure-config.md](azure-config.md) have those of the storages. `storage.url` may be a
                URL of Azure, too.
                """.formatted(PAGE.command()), SourceSettings.definition());
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        PAGE.assertUpToDate(page());
    }

    @Test
    void itsKeysOfTheStoragesAreOnTheirPage() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "docs", "reference", "storage-config.md")))
                .containsAll(ConfigPage.ofStorages(SourceSettings.definition())
                        .lines()
                        .toList())
                .anyMatch(line -> line.contains("`s3.part.bytes`"));
        assertThat(SourceSettings.definition().names()).doesNotContain("s3.part.bytes", "staging.dir");
    }

    /** A new key needs a user who asked for it, or a test that shows that both values matter; an old key goes. */
    @Test
    void theSourceHasNoMoreKeysThanBefore() {
        assertThat(SourceSettings.definition().names()).hasSizeLessThanOrEqualTo(KEYS_MAX);
    }
}

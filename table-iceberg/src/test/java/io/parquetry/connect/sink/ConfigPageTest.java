package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.config.ConfigPage;
import io.parquetry.connect.common.config.GeneratedPage;
import io.parquetry.connect.sink.config.SinkConfig;
import java.io.IOException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/sink-config.md and storage-config.md are the pages that the definition of the keys gives where tables
 * are on the class path. With {@code -Dwrite.docs=true} the pages are written; without, they are compared.
 */
class ConfigPageTest {
    /** Without those of tables. */
    private static final int KEYS_MAX = 68;

    private static final GeneratedPage PAGE = GeneratedPage.of("sink-config.md", "table-iceberg", ConfigPageTest.class);

    private static final GeneratedPage STORAGES =
            GeneratedPage.of("storage-config.md", "table-iceberg", ConfigPageTest.class);

    private static String page() {
        StringBuilder page = new StringBuilder(ConfigPage.of("""
                # The keys of the sink

                Generated: `%s`.

                These keys are set beside those of every sink connector. [storage-config.md](storage-config.md) and
                [azure-config.md](azure-config.md) have the keys of the storages; `storage.url` may be a URL of Azure, too.
                """.formatted(PAGE.command()), SinkConfig.definition()));
        page.append("\n## Keys whose names you choose\n\n| key | meaning |\n|---|---|\n");
        new TreeMap<>(SinkConfig.families())
                .forEach((prefix, meaning) -> page.append("| `" + prefix + "<name>` | " + meaning + " |\n"));
        return page.toString();
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        PAGE.assertUpToDate(page());
    }

    @Test
    void thePageOfTheStoragesIsUpToDate() throws IOException {
        STORAGES.assertUpToDate(ConfigPage.ofStorages(SinkConfig.definition()));
    }

    /** A new key needs a user who asked for it, or a test that shows that both values matter; an old key goes. */
    @Test
    void theSinkHasNoMoreKeysThanBefore() {
        assertThat(SinkConfig.definition().names())
                .filteredOn(key -> !key.startsWith("table."))
                .hasSizeLessThanOrEqualTo(KEYS_MAX);
    }
}

package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.config.ConfigPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/source-config.md is the page that the definition of the keys gives. With {@code -Dwrite.docs=true} the page is
 * written; without, it is compared.
 */
class SourceConfigPageTest {
    private static final Path PAGE = Path.of("..", "docs", "source-config.md");
    private static final String COMMAND = "mvn -pl connect-source -am test -Dtest=SourceConfigPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dwrite.docs=true";

    private static String page() {
        return ConfigPage.of("""
                # The keys of the source

                Status: as built; generated from the code, not edited by hand. After a change of the keys run
                `%s`.

                These are the keys in addition to those of every source connector (`name`, `tasks.max`, converters,
                `exactly.once.support`, `transaction.boundary`). A key without a default is required.
                [source.md](source.md) explains the keys in context.
                """.formatted(COMMAND), SourceSettings.definition());
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(PAGE, page());
        }
        assertThat(Files.readString(PAGE))
                .as("docs/source-config.md is out of date; generate it with: %s", COMMAND)
                .isEqualTo(page());
    }
}

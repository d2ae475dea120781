package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Each storage comes with the plugin and with the command line, and is among the modules of architecture.md. */
class StoragesTest {
    private static String text(String file) throws IOException {
        return Files.readString(ProductClasses.ROOT.resolve(file));
    }

    @Test
    void aStorageIsWhereverTheOthersAre() throws IOException {
        assertThat(ProductClasses.storages()).hasSizeGreaterThan(2);
        for (Path storage : ProductClasses.storages()) {
            String name = storage.getFileName().toString();
            String artifact = "<artifactId>parquetry-storage-" + name + "</artifactId>";
            assertThat(text("plugin/pom.xml")).as("plugin").contains(artifact);
            assertThat(text("cli/pom.xml")).as("command line").contains(artifact);
            assertThat(text("docs/explanation/architecture.md")).contains("| `storage/" + name + "` |");
        }
    }
}

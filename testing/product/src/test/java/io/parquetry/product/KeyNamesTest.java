package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What sends the requests of a storage, or holds its files, knows no key of the configuration: it says what has
 * happened, and the provider of the store says which key has to be changed. The compiler copies constants, so the
 * sources are read.
 */
class KeyNamesTest {
    private static final Pattern KEY = Pattern.compile("\\b[A-Za-z0-9]+Keys\\.[A-Z][A-Z_]*\\b|\\bURL_KEY\\b");

    /** What reads values of keys, opens storages with them, and explains failures. */
    private static final Pattern OF_CONFIGURATION =
            Pattern.compile("[A-Za-z0-9]+(Keys|Url|StorageProvider|StorageFactory|Diagnosis)\\.java");

    @Test
    void noClientAndNoFileOfAStorageNamesAKey() throws IOException {
        List<Path> sources = new ArrayList<>();
        ProductClasses.storages().forEach(module -> sources.add(module.resolve("src/main/java")));
        assertThat(sources).hasSizeGreaterThan(2);
        sources.add(ProductClasses.ROOT.resolve("connect-common/src/main/java/io/parquetry/connect/common/objects"));
        for (Path directory : sources) {
            assertThat(namingKeys(directory)).as("sources that name keys").isEmpty();
        }
    }

    @Test
    void aKeyIsFound(@TempDir Path directory) throws IOException {
        Path client = Files.writeString(directory.resolve("XClient.java"), "class XClient { String a = XKeys.PLACE; }");
        Files.writeString(directory.resolve("XUrl.java"), "class XUrl { String a = XKeys.PLACE; }");

        assertThat(namingKeys(directory)).containsExactly(client);
    }

    private static List<Path> namingKeys(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                if (!OF_CONFIGURATION.matcher(file.getFileName().toString()).matches()
                        && KEY.matcher(Files.readString(file)).find()) {
                    found.add(file);
                }
            }
        }
        return found;
    }
}

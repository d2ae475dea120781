package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * The archive has the layout of a Hub component, and its {@code lib/} has no classes that a worker shares with plugins.
 */
class PluginArchiveIT {
    private static final Path ARCHIVE = Path.of(System.getProperty("parquetry.plugin.archive"));

    @Test
    void everythingIsInOneDirectoryNamedLikeTheArchive() throws IOException {
        String root = ARCHIVE.getFileName().toString().replace(".zip", "/");

        assertThat(entries())
                .allMatch(name -> name.startsWith(root))
                .contains(root + "manifest.json", root + "doc/README.md", root + "doc/LICENSE")
                .anyMatch(name -> name.startsWith(root + "etc/") && name.endsWith(".properties"))
                .anyMatch(name -> name.startsWith(root + "lib/parquetry-connect-sink-"))
                .anyMatch(name -> name.startsWith(root + "lib/parquetry-connect-source-"));
    }

    @Test
    void theManifestNamesBothKindsAndTheDirectory() throws IOException {
        try (ZipFile zip = new ZipFile(ARCHIVE.toFile())) {
            ZipEntry entry = zip.stream()
                    .filter(candidate -> candidate.getName().endsWith("/manifest.json"))
                    .findFirst()
                    .orElseThrow();
            JsonNode manifest = new JsonMapper().readTree(zip.getInputStream(entry));

            assertThat(manifest.path("component_types"))
                    .map(JsonNode::asText)
                    .containsExactlyInAnyOrder("sink", "source");
            assertThat(manifest.at("/features/delivery_guarantee"))
                    .map(JsonNode::asText)
                    .containsExactly("exactly_once");
            assertThat(ARCHIVE.getFileName())
                    .hasToString(manifest.at("/owner/username").asText() + "-"
                            + manifest.path("name").asText() + "-"
                            + manifest.path("version").asText() + ".zip");
            assertThat(manifest.toString()).as("every placeholder is filled").doesNotContain("${");
        }
    }

    @Test
    void whatTheWorkerSharesWithEveryPluginIsLeftOut() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.endsWith(".jar"))
                .extracting(name -> name.substring(name.lastIndexOf('/') + 1))
                .noneMatch(name -> name.startsWith("connect-api-"))
                .noneMatch(name -> name.startsWith("kafka-clients-"))
                .noneMatch(name -> name.startsWith("connect-runtime-"))
                .noneMatch(name -> name.startsWith("slf4j-"));
    }

    @Test
    void theHadoopModuleAndTheShadedClientAreInItOnceAndNothingElseOfHadoop() throws IOException {
        assertThat(entries())
                .filteredOn(name -> name.contains("hadoop"))
                .extracting(name -> name.substring(name.lastIndexOf('/') + 1).replaceAll("-[0-9].*", ""))
                .containsExactlyInAnyOrder("parquetry-storage-hadoop", "hadoop-client-api", "hadoop-client-runtime");
    }

    @Test
    void theClientOfS3IsInItInModulesWithTheHttpClientOfTheJdkOnly() throws IOException {
        List<String> jars = entries().stream()
                .filter(name -> name.endsWith(".jar"))
                .map(name -> name.substring(name.lastIndexOf('/') + 1).replaceAll("-[0-9].*", ""))
                .toList();

        assertThat(jars).contains("parquetry-storage-s3", "s3", "sts", "sso", "ssooidc", "url-connection-client");
        assertThat(jars).doesNotContain("bundle", "aws-crt", "aws-crt-client", "netty-nio-client");
        assertThat(jars)
                .noneMatch(name -> name.startsWith("netty-")
                        || name.startsWith("apache")
                        || name.startsWith("httpc")
                        || name.startsWith("s3proxy")
                        || name.startsWith("jclouds"));
        assertThat(ARCHIVE.toFile()).size().isLessThan(72 << 20);
    }

    private static List<String> entries() throws IOException {
        try (ZipFile zip = new ZipFile(ARCHIVE.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList();
        }
    }
}

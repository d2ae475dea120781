package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The archive has the layout of a Hub component, its {@code lib/} has no classes that a worker shares with plugins, and
 * the licence of each jar comes along. {@link SlimArchiveIT} has what is special about the slim archive.
 */
class PluginArchiveIT {
    private static final Path ARCHIVE = Path.of(System.getProperty("parquetry.plugin.archive"));
    private static final Pattern STORAGE = Pattern.compile("/lib/parquetry-storage-([a-z0-9]+)-");

    @Test
    void everythingIsInOneDirectoryNamedLikeTheArchive() throws IOException {
        String root = ARCHIVE.getFileName().toString().replace(".zip", "/");

        assertThat(entries())
                .allMatch(name -> name.startsWith(root))
                .contains(root + "manifest.json", root + "doc/README.md", root + "doc/LICENSE", root + "doc/NOTICE")
                .anyMatch(name -> name.startsWith(root + "etc/") && name.endsWith(".properties"))
                .anyMatch(name -> name.startsWith(root + "lib/parquetry-connect-sink-"))
                .anyMatch(name -> name.startsWith(root + "lib/parquetry-connect-source-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquetry.plugin.archive", "parquetry.slim.archive"})
    void theManifestNamesBothKindsTheStoragesAndTheDirectory(String property) throws IOException {
        Path archive = Path.of(System.getProperty(property));
        try (ZipFile zip = new ZipFile(archive.toFile())) {
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
            List<String> storages = zip.stream()
                    .map(jar -> STORAGE.matcher(jar.getName()))
                    .filter(Matcher::find)
                    .map(jar -> jar.group(1))
                    .toList();
            assertThat(manifest.path("tags")).map(JsonNode::asText).containsAll(storages);
            assertThat(storages)
                    .isNotEmpty()
                    .allMatch(storage -> manifest.path("description")
                            .asText()
                            .toLowerCase(Locale.ROOT)
                            .contains(storage));
            assertThat(archive.getFileName())
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
    void theClientsOfS3AndAzureAreInItWithTheHttpClientOfTheJdkOnly() throws IOException {
        List<String> jars = entries().stream()
                .filter(name -> name.endsWith(".jar"))
                .map(name -> name.substring(name.lastIndexOf('/') + 1).replaceAll("-[0-9].*", ""))
                .toList();

        assertThat(jars).contains("parquetry-storage-s3", "s3", "sts", "sso", "ssooidc", "url-connection-client");
        assertThat(jars).contains("parquetry-storage-azure", "azure-storage-blob", "azure-core-http-jdk-httpclient");
        assertThat(jars).doesNotContain("bundle", "aws-crt", "aws-crt-client", "netty-nio-client");
        assertThat(jars)
                .noneMatch(name -> name.startsWith("netty-")
                        || name.startsWith("apache")
                        || name.equals("httpclient")
                        || name.startsWith("s3proxy")
                        || name.startsWith("jclouds"));
        assertThat(ARCHIVE.toFile()).size().isLessThan(90 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquetry.plugin.archive", "parquetry.slim.archive"})
    void theLicenceOfEachJarIsInTheJarOrBesideIt(String property) throws IOException {
        try (ZipFile zip = new ZipFile(System.getProperty(property))) {
            Map<String, ZipEntry> byName = zip.stream()
                    .collect(Collectors.toMap(
                            entry -> entry.getName().substring(entry.getName().indexOf('/') + 1), entry -> entry));
            List<String> rows = text(zip, byName.get("doc/licenses/README.md"))
                    .lines()
                    .filter(line -> line.startsWith("| `"))
                    .toList();
            for (Map.Entry<String, ZipEntry> jar : byName.entrySet()) {
                if (!jar.getKey().endsWith(".jar")) {
                    continue;
                }
                Set<String> inside = namesIn(zip.getInputStream(jar.getValue()));
                if (jar.getKey().startsWith("lib/parquetry-")) {
                    assertThat(inside).as(jar.getKey()).contains("META-INF/LICENSE", "META-INF/NOTICE");
                } else if (inside.stream().noneMatch(PluginArchiveIT::isOfLicence)) {
                    String artifact = jar.getKey().substring(4).replaceAll("-[0-9].*", "");
                    assertThat(rows)
                            .as("rows of licenses/README.md for %s, which has no licence inside", artifact)
                            .filteredOn(row -> row.split("\\|")[1].contains("`" + artifact + "`"))
                            .hasSize(1);
                }
            }
            for (String row : rows) {
                for (String text : row.split("\\|")[3].split(",")) {
                    String name = text.trim().replace("`", "");
                    if (!name.equals("-")) {
                        assertThat(byName).containsKey(name.equals("LICENSE") ? "doc/LICENSE" : "doc/licenses/" + name);
                    }
                }
            }
            assertThat(text(zip, byName.get("doc/licenses/zstd-jni.txt")))
                    .contains("Luben Karavelov", "Meta Platforms", "Redistributions in binary form must reproduce");
        }
    }

    private static boolean isOfLicence(String name) {
        return name.matches("(META-INF/)?(LICENSE|NOTICE)[^/]*");
    }

    private static Set<String> namesIn(InputStream jar) throws IOException {
        Set<String> names = new HashSet<>();
        try (ZipInputStream in = new ZipInputStream(jar)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        return names;
    }

    private static String text(ZipFile zip, ZipEntry entry) throws IOException {
        return new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> entries() throws IOException {
        try (ZipFile zip = new ZipFile(ARCHIVE.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList();
        }
    }
}

package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.LocalStack;
import io.parquetry.local.NodeListener;
import io.parquetry.local.rest.ConfigValidation;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive without Hadoop is small, a worker archives a topic with it, and a URL that needs Hadoop is answered with
 * the name of the archive that has it.
 */
class SlimArchiveIT {
    private static final Path ARCHIVE = Path.of(System.getProperty("parquetry.slim.archive"));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Readings readings = new Readings("slim", 1);

    @TempDir
    private Path plugins;

    @Test
    void itHasTheConnectorsS3AndAzureAndNothingOfHadoopInThirtyTwoMegabytes() throws IOException {
        try (ZipFile zip = new ZipFile(ARCHIVE.toFile())) {
            List<String> names = zip.stream().map(ZipEntry::getName).toList();
            assertThat(names)
                    .anyMatch(name -> name.contains("/lib/parquetry-connect-sink-"))
                    .anyMatch(name -> name.contains("/lib/parquetry-connect-source-"))
                    .anyMatch(name -> name.contains("/lib/parquetry-storage-s3-"))
                    .anyMatch(name -> name.contains("/lib/parquetry-storage-azure-"))
                    .noneMatch(name -> name.contains("hadoop"))
                    .noneMatch(name -> name.matches(".*/(connect-api|kafka-clients|slf4j-api)-[^/]*"));
        }
        assertThat(Files.size(ARCHIVE)).isLessThan(32_000_000);
    }

    /** Its jars store what they compress in the other archive. */
    @Test
    void itsJarsHaveTheSameEntriesInTheSameOrderAsThoseOfTheFullArchive() throws IOException {
        try (ZipFile slim = new ZipFile(ARCHIVE.toFile());
                ZipFile full = new ZipFile(System.getProperty("parquetry.plugin.archive"))) {
            Map<String, List<String>> ofFull = entriesOfJars(full);
            assertThat(entriesOfJars(slim))
                    .hasSizeGreaterThan(40)
                    .allSatisfy((jar, entries) -> assertThat(entries).as(jar).isEqualTo(ofFull.get(jar)));
        }
    }

    private static Map<String, List<String>> entriesOfJars(ZipFile archive) throws IOException {
        Map<String, List<String>> entries = new HashMap<>();
        for (ZipEntry jar : archive.stream()
                .filter(entry -> entry.getName().endsWith(".jar"))
                .toList()) {
            List<String> ofJar = new ArrayList<>();
            try (ZipInputStream in = new ZipInputStream(archive.getInputStream(jar))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    ofJar.add(entry.getName() + " " + Arrays.hashCode(in.readAllBytes()));
                }
            }
            entries.put(jar.getName().substring(jar.getName().lastIndexOf('/') + 1), ofJar);
        }
        return entries;
    }

    @Test
    @Tag("thorough")
    void aWorkerArchivesATopicAndNamesTheFullArchiveForHdfs() throws IOException {
        assumeTrue(System.getProperty("stack").equals("local"), "the plugin path is of this machine");
        unpack();
        KafkaDistribution distribution = new KafkaDistribution(
                Path.of(System.getProperty(KafkaDistribution.LIBRARIES_PROPERTY)), List.of(plugins));
        try (KafkaStack stack =
                        LocalStack.start(distribution, Stacks.settingsFor(SlimArchiveIT.class), NodeListener.silent());
                Topics topics = new Topics(stack.bootstrapServers())) {
            Map<String, String> config = config(stack.dataDirectory().toUri().toString());
            topics.create(readings.topic(), 1);
            topics.produce(readings.range(0, 200));
            stack.worker().rest().create("slim-sink", config);
            stack.worker().rest().awaitRunning("slim-sink", PATIENCE);
            ParquetTree tree = new ParquetTree(stack.dataDirectory());
            AwaitCount.atLeast(2, () -> tree.published(readings.topic()).size(), PATIENCE, "files");

            ConfigValidation found = stack.worker().rest().validate(config("hdfs://namenode:8020/archive"));
            assertThat(found.errors()).containsOnlyKeys("storage.url");
            assertThat(found.errors().get("storage.url"))
                    .singleElement()
                    .asString()
                    .contains("hdfs://namenode:8020/archive", "file:, s3:", "full archive", "every worker");
        }
    }

    private Map<String, String> config(String url) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("name", "slim-sink");
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", "1");
        config.put("topics", readings.topic());
        config.put("storage.url", url);
        config.put("flush.size", "100");
        return config;
    }

    private void unpack() throws IOException {
        try (ZipFile zip = new ZipFile(ARCHIVE.toFile())) {
            for (ZipEntry entry :
                    zip.stream().filter(each -> !each.isDirectory()).toList()) {
                Path file = plugins.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip.getInputStream(entry), file);
            }
        }
    }
}

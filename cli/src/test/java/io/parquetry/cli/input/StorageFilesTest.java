package io.parquetry.cli.input;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** The commands read files of a bucket as they read local ones, and say what they cannot do there. */
@Tag("slow")
class StorageFilesTest {
    private static final String BUCKET = "files";

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory.resolve("store"), BUCKET);
        try (S3Client client = store.client();
                Stream<Path> files = Files.walk(FILES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                client.putObject(
                        request -> request.bucket(BUCKET)
                                .key("data/" + FILES.relativize(file).toString().replace('\\', '/')),
                        file);
            }
        }
        Properties keys = new Properties();
        keys.putAll(store.keys());
        try (var out = Files.newOutputStream(directory.resolve("s3.properties"))) {
            keys.store(out, null);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        store.close();
    }

    /** A command with the keys of the store as a file. */
    private static CommandLineRun run(String command, Object... arguments) {
        List<Object> line = new ArrayList<>(List.of(command, "--config-file", directory.resolve("s3.properties")));
        line.addAll(List.of(arguments));
        return CommandLineRun.of(line.toArray());
    }

    private static String url(String name) {
        return "s3://" + BUCKET + "/data/" + name;
    }

    @Test
    void eachInspectingCommandPrintsTheSameAsOfTheLocalFile() {
        for (String command : List.of(
                "schema", "cat", "head", "tail", "sample", "count", "columns", "levels", "dump", "meta", "pages",
                "verify")) {
            CommandLineRun local = CommandLineRun.of(command, FILES.resolve("nested.parquet"));
            CommandLineRun stored = run(command, url("nested.parquet"));

            assertThat(local.exitCode()).isZero();
            assertThat(stored.exitCode()).as(stored.err()).isZero();
            assertThat(stored.out())
                    .as(command)
                    .isEqualTo(
                            local.out().replace(FILES.resolve("nested.parquet").toString(), url("nested.parquet")));
        }
    }

    @Test
    void aMetadataFileIsReadAsTheTableOfTheFilesBesideIt() {
        CommandLineRun local = CommandLineRun.of("cat", FILES.resolve("table/_metadata"));

        assertThat(run("cat", url("table/_metadata")).out())
                .isEqualTo(local.out())
                .isNotEmpty();
    }

    @Test
    void aDirectoryIsVerifiedWithAllItsFiles() {
        CommandLineRun run = run("verify", "s3://" + BUCKET + "/data/table/", url("simple.parquet"));

        assertThat(run.out().lines().map(line -> line.replaceAll(": .*", "")))
                .containsExactly(
                        "OK   " + url("table/day=0/part.parquet"),
                        "OK   " + url("table/day=1/part.parquet"),
                        "OK   " + url("simple.parquet"),
                        "3 files, 0 bad");
        assertThat(run.exitCode()).isZero();
        assertThat(run("verify", "s3://" + BUCKET).out()).endsWith("11 files, 2 bad" + System.lineSeparator());
    }

    @Test
    void directoriesAndPatternsAreListed() {
        Path table = FILES.resolve("table");

        assertThat(run("cat", url("table")).out())
                .isEqualTo(CommandLineRun.of("cat", table).out())
                .isNotEmpty();
        assertThat(run("count", "s3://" + BUCKET + "/d*/**/part.parquet").out().lines())
                .hasSize(3)
                .first()
                .asString()
                .endsWith("\t" + url("table/day=0/part.parquet"));
        assertThat(run("count", url("table/*/x.parquet")).err())
                .isEqualTo("parquetry count: " + url("table/*/x.parquet") + ": no file has a path like this\n");
    }

    @Test
    void storedFilesAreMergedIntoALocalOne() {
        Path out = directory.resolve("merged.parquet");
        CommandLineRun run = run("merge", url("simple.parquet"), url("simple.parquet"), out);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(CommandLineRun.of("cat", out).out())
                .isEqualTo(CommandLineRun.of("cat", FILES.resolve("simple.parquet"), FILES.resolve("simple.parquet"))
                        .out());
    }

    @Test
    void keysAreTakenFromTheCommandLineToo() {
        List<Object> line = new ArrayList<>(List.of("schema"));
        store.keys().forEach((key, value) -> line.addAll(List.of("--config", key + "=" + value)));
        line.add(url("simple.parquet"));

        assertThat(CommandLineRun.of(line.toArray()).out())
                .isEqualTo(CommandLineRun.of("schema", FILES.resolve("simple.parquet"))
                        .out());
    }

    @Test
    void whatIsNotThereIsNamed() {
        CommandLineRun missing = run("schema", url("none.parquet"));
        assertThat(missing.exitCode()).isOne();
        assertThat(missing.err())
                .isEqualToIgnoringNewLines("parquetry schema: " + url("none.parquet") + ": there is no such file");

        assertThat(run("schema", url("table")).out()).startsWith("2 files: ");
        assertThat(run("from-json", "--schema", url("table"), "-", directory.resolve("none"))
                        .err())
                .contains(url("table") + ": is a directory");
        assertThat(run("schema", "s3://none-such/x.parquet").err()).contains("NoSuchBucket");
        assertThat(run("verify", "s3://" + BUCKET + "/data/none/x.parquet").out())
                .startsWith("BAD  s3://" + BUCKET + "/data/none/x.parquet: there is no such file");
    }

    @Test
    void aWrongKeyIsNamed() {
        assertThat(CommandLineRun.of("schema", "--config", "s3.regoin=x", url("simple.parquet"))
                        .err())
                .contains("s3.regoin")
                .contains("did you mean s3.region?");
        assertThat(CommandLineRun.of("schema", "--config", "s3.access.key.id=x", url("simple.parquet"))
                        .err())
                .contains("s3.secret.access.key");
    }

    @Test
    void whatWritesWritesLocalFilesOnly() {
        for (CommandLineRun run : List.of(
                run("merge", url("simple.parquet"), url("out.parquet")), run("from-json", "-", url("out.parquet")))) {
            assertThat(run.exitCode()).isOne();
            assertThat(run.err()).contains(url("out.parquet") + ": this command writes local files; give a path");
        }
        assertThat(run("from-json", "s3://" + BUCKET + "/in.ndjson", directory.resolve("x.parquet"))
                        .err())
                .contains("pipe it in, as in aws s3 cp s3://" + BUCKET + "/in.ndjson - | parquetry from-json - ");
    }

    @Test
    void withoutTheJarsOfHadoopAnHdfsUrlIsAnErrorThatSaysSo() throws IOException {
        String libraries = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("hadoop-client"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        libraries,
                        "io.parquetry.cli.Main",
                        "schema",
                        "hdfs://namenode:8020/x.parquet")
                .redirectErrorStream(true)
                .start();
        String output;
        try (InputStream in = process.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(output)
                .contains("parquetry schema: hdfs://namenode:8020/: the client of hdfs: is not there")
                .contains("hadoop-client-api and hadoop-client-runtime");
        assertThat(process.onExit().join().exitValue()).isOne();
    }
}

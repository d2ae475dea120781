package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of {@code bin/parquetry}: it builds only when there is no build or a source is newer, passes on
 * arguments and exit code, works from any directory, and reports in one line what is missing. Java and Maven are
 * scripts here that record their arguments.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final FileTime OLD = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    private static final FileTime NEW = FileTime.from(Instant.parse("2099-01-01T00:00:00Z"));

    @TempDir
    private Path temporary;

    private Path tree;
    private Path launcher;
    private Path javaHome;
    private Path tools;
    private Path maven;
    private Path source;
    private final Map<String, String> variables = new HashMap<>();

    private record Run(int exitCode, String out, String err) {}

    @BeforeEach
    void createSourceTree() throws IOException {
        tree = temporary.resolve("a tree");
        launcher = tree.resolve("bin/parquetry");
        Files.createDirectories(launcher.getParent());
        Files.copy(Path.of("..", "bin", "parquetry"), launcher);
        write(tree.resolve("pom.xml"), "<project/>");
        Files.createDirectories(tree.resolve(".mvn"));
        source = write(tree.resolve("format-core/src/main/java/A.java"), "class A {}");
        write(tree.resolve("format-core/src/test/java/ATest.java"), "class ATest {}");
        write(tree.resolve("cli/pom.xml"), "<project/>");
        write(tree.resolve("demo/pom.xml"), "<project/>");
        javaHome = temporary.resolve("jdk");
        script(javaHome.resolve("bin/java"), "echo \"java $*\"; exit 7");
        script(javaHome.resolve("bin/javac"), "exit 0");
        write(javaHome.resolve("release"), "IMPLEMENTOR=\"Us\"\nJAVA_VERSION=\"17.0.15\"\nOS_NAME=\"Any\"\n");
        tools = temporary.resolve("tools");
        Files.createDirectories(tools);
        for (String tool : List.of(
                "dirname", "readlink", "find", "head", "tail", "sed", "mkdir", "touch", "rm", "cp", "mv", "sh")) {
            script(tools.resolve(tool), "exec " + locate(tool) + " \"$@\"");
        }
        maven = script(
                tools.resolve("mvn"),
                "echo \"$JAVA_HOME $*\" >>calls; mkdir -p $3/target/parquetry; touch $3/target/parquetry/built");
        setAges(OLD);
    }

    @Test
    void buildsOnFirstUseAndPrintsOneLine() throws Exception {
        Run run = launch(launcher, "--version");

        assertThat(run.err()).hasLineCount(1).startsWith("Building parquetry");
        assertThat(calls())
                .containsExactly(javaHome + " -B -pl cli -am -DskipTests -Dwithout.s3proxy -Dwithout.archive package");
    }

    @Test
    void aLocaleWithoutLettersIsReplacedByOneOfUtf8() throws Exception {
        script(javaHome.resolve("bin/java"), "echo ${LC_ALL:-unset}");
        for (String charmap : List.of("UTF-8", "ISO-8859-1")) {
            script(tools.resolve("locale"), "echo " + charmap);
            assertThat(launch(launcher, "--version").out()).isNotEqualTo("C.UTF-8\n");
        }
        script(tools.resolve("locale"), "echo ANSI_X3.4-1968");
        assertThat(launch(launcher, "--version").out()).isEqualTo("C.UTF-8\n");
    }

    @Test
    void fetchesTheServerOfTheDemoOnceAndOnlyWhenItIsAskedFor() throws Exception {
        launch(launcher, "demo");
        script(maven, "echo \"$*\" >>calls; mkdir -p $3/target/libs; touch $3/target/libs/server.jar");
        Run first = launch(launcher, "demo", "--storage", "s3");
        Run second = launch(launcher, "demo", "--partitions", "2", "--storage=S3");

        assertThat(first.err()).hasLineCount(1).startsWith("Fetching s3proxy");
        assertThat(second.err()).isEmpty();
        assertThat(calls()).hasSize(2).last().isEqualTo("-B -pl testing/jars/s3proxy process-resources");
        assertThat(tree.resolve("demo/target/parquetry/s3proxy/server.jar")).exists();
    }

    @Test
    void fetchesAzuriteWhenTheDemoIsToStartIt() throws Exception {
        launch(launcher, "demo");
        Path program = Files.createDirectories(tree.resolve("demo/target/parquetry/azurite"))
                .resolve("azurite.sh");
        Files.writeString(program, "cd '" + tree + "'; echo azurite $* >>calls; [ ! -f no-node ]");
        Run started = launch(launcher, "demo", "--storage=azure");
        Files.createFile(tree.resolve("no-node"));
        Run refused = launch(launcher, "demo", "--storage", "AZURE");

        assertThat(started.out()).endsWith("parquetry-demo.jar demo --storage=azure\n");
        assertThat(refused.out()).isEmpty();
        assertThat(calls()).hasSize(3).endsWith("azurite fetch", "azurite fetch");
    }

    @Test
    void azuriteIsFetchedOnceIntoAnEmptyFolder() throws Exception {
        Path program = Path.of("..", "testing", "azurite", "azurite.sh").toAbsolutePath();
        Path home = Files.createDirectory(temporary.resolve("azurite home"));
        variables.put("AZURITE_HOME", home.toString());
        for (String tool : List.of("mktemp", "rmdir")) {
            script(tools.resolve(tool), "exec " + locate(tool) + " \"$@\"");
        }
        script(tools.resolve("node"), "exit 0");
        script(
                tools.resolve("npm"),
                "main=$3/node_modules/azurite/dist/src/blob/main.js; mkdir -p \"${main%/*}\"; touch \"$main\"");
        Run first = launch(tools.resolve("sh"), program.toString(), "fetch");
        Run second = launch(tools.resolve("sh"), program.toString(), "fetch");

        assertThat(first.err()).hasLineCount(1).startsWith("Fetching Azurite");
        assertThat(second).isEqualTo(new Run(0, "", ""));
        assertThat(home.resolve("node_modules/azurite/dist/src/blob/main.js")).exists();

        variables.put("AZURITE_HOME", tools.toString());
        Run refused = launch(tools.resolve("sh"), program.toString(), "fetch");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).endsWith(tools + " has no Azurite; name an empty folder in AZURITE_HOME\n");
    }

    @Test
    void theDemoHasABuildOfItsOwn() throws Exception {
        Run demo = launch(launcher, "demo", "--partitions", "2");
        Run other = launch(launcher, "schema", "a.parquet");

        assertThat(demo.out()).endsWith("demo/target/parquetry/lib/parquetry-demo.jar demo --partitions 2\n");
        assertThat(other.out()).endsWith("cli/target/parquetry/lib/parquetry.jar schema a.parquet\n");
        assertThat(calls()).hasSize(2);
    }

    @Test
    void theHelpOfTheProgramNamesTheDemo() throws Exception {
        launch(launcher, "--version");

        assertThat(launch(launcher).err()).contains("bin/parquetry demo");
        assertThat(launch(launcher, "--help").err()).contains("bin/parquetry demo");
        assertThat(launch(launcher, "help", "cat").err()).isEmpty();
    }

    @Test
    void passesArgumentsAndExitCodeOn() throws Exception {
        Run run = launch(launcher, "cat", "--limit", "3", "a file.parquet");

        assertThat(run.out()).startsWith("java ").endsWith("parquetry.jar cat --limit 3 a file.parquet\n");
        assertThat(run.exitCode()).isEqualTo(7);
    }

    @Test
    void passesOptionsOfJavaOn() throws Exception {
        variables.put("PARQUETRY_JAVA_OPTS", "-Xmx4g -Xint");

        assertThat(launch(launcher, "cat", "a").out()).contains(" -Xmx4g -Xint -jar ");
    }

    @Test
    void aFewRowsAreShownBeforeTheSecondCompilerPays() throws Exception {
        for (String[] few : new String[][] {
            {"cat", "--limit", "3", "a"}, {"cat", "a", "--limit=3"}, {"cat", "-n3", "a"}, {"cat", "a", "-n", "3"}
        }) {
            assertThat(launch(launcher, few).out()).contains("TieredStopAtLevel=1");
        }
        assertThat(launch(launcher, "cat", "a").out()).doesNotContain("TieredStopAtLevel");
    }

    @Test
    void doesNotBuildAgainWhileNothingChanged() throws Exception {
        launch(launcher);
        Run second = launch(launcher, "--version");

        assertThat(second.err()).isEmpty();
        assertThat(calls()).hasSize(1);
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        launch(launcher);
        Files.setLastModifiedTime(source, NEW);
        launch(launcher);

        assertThat(calls()).hasSize(2);
    }

    @Test
    void buildsAgainWhenASourceIsGone() throws Exception {
        launch(launcher);
        Files.delete(source);
        Files.setLastModifiedTime(source.getParent(), NEW);
        launch(launcher);

        assertThat(calls()).hasSize(2);
    }

    @Test
    void doesNotBuildForAChangedTest() throws Exception {
        launch(launcher);
        Files.setLastModifiedTime(tree.resolve("format-core/src/test/java/ATest.java"), NEW);
        Run second = launch(launcher, "--version");

        assertThat(second.err()).isEmpty();
    }

    @Test
    void worksThroughSymbolicLinksFromAnyDirectory() throws Exception {
        Path relative = Files.createSymbolicLink(temporary.resolve("linked"), Path.of("a tree/bin/parquetry"));
        Path absolute = Files.createSymbolicLink(tools.resolve("parquetry"), relative);

        assertThat(launch(absolute, "--version").out()).contains(tree + "/cli/target/parquetry/lib/parquetry.jar");
    }

    @Test
    void showsTheEndOfTheLogWhenTheBuildFails() throws Exception {
        script(maven, "echo first; echo '[ERROR] that did not compile'; exit 1");
        Run run = launch(launcher);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("[ERROR] that did not compile")
                .endsWith("parquetry: the build failed; all of its output is in " + tree + "/cli/target/build.log\n");
    }

    @Test
    void refusesAnOldJavaByItsVersion() throws Exception {
        for (String version : List.of("11.0.2", "1.8.0_392")) {
            write(javaHome.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
            Run run = launch(launcher);

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).hasLineCount(1).contains(version, "JDK 17 or newer");
        }
    }

    @Test
    void runsAJavaThatHasNoReleaseFileForItsVersion() throws Exception {
        Files.delete(javaHome.resolve("release"));
        script(javaHome.resolve("bin/java"), "echo 'openjdk version \"16.0.1\" 2021-04-20' >&2");

        assertThat(launch(launcher).err()).hasLineCount(1).contains("this is Java \"16.0.1\"");
    }

    @Test
    void reportsThatJavaHomeIsNoJava() throws Exception {
        Files.delete(javaHome.resolve("bin/java"));
        Run run = launch(launcher);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("JAVA_HOME is " + javaHome);
    }

    @Test
    void reportsThatMavenIsMissing() throws Exception {
        Files.delete(maven);
        Run run = launch(launcher);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("parquetry: there is no mvn; building parquetry needs Maven 3.8 or newer\n");
    }

    @Test
    void reportsThatACompilerIsMissing() throws Exception {
        Files.delete(javaHome.resolve("bin/javac"));

        assertThat(launch(launcher).err()).hasLineCount(1).contains("there is no compiler in " + javaHome);
    }

    private Run launch(Path command, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(command.toString());
        line.addAll(List.of(arguments));
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(temporary.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", tools.toString(), "JAVA_HOME", javaHome.toString()));
        builder.environment().putAll(variables);
        int exitCode = builder.start().waitFor();
        return new Run(exitCode, Files.readString(out), Files.readString(err));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(tree.resolve("calls"));
    }

    private void setAges(FileTime time) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.toList()) {
                Files.setLastModifiedTime(path, time);
            }
        }
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static Path script(Path file, String body) throws IOException {
        write(file, "#!/bin/sh\n" + body + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("Cannot make " + file + " executable");
        }
        return file;
    }

    private static Path locate(String tool) {
        return Stream.of("/bin", "/usr/bin", "/usr/local/bin")
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There is no " + tool + " on this machine"));
    }
}

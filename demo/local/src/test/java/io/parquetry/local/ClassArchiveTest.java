package io.parquetry.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of an archive of classes: the second start of a program maps what the first has loaded, what no longer
 * fits is replaced, and a program starts without one too.
 */
class ClassArchiveTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private Path libraries;
    private Path archives;

    /** What the archive is of. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            System.out.println("started");
        }
    }

    @BeforeEach
    void writeLibraries() throws IOException {
        libraries = Files.createDirectory(directory.resolve("libs"));
        archives = directory.resolve("libs.archives");
        writeJar("program.jar");
    }

    private void writeJar(String name) throws IOException {
        String file = Program.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(libraries.resolve(name)));
                InputStream bytes = Program.class.getClassLoader().getResourceAsStream(file)) {
            jar.putNextEntry(new JarEntry(file));
            bytes.transferTo(jar);
        }
    }

    /** Runs the program in directory {@code name}; returns which classes it has loaded, and from where. */
    private List<String> run(String name) throws IOException {
        ChildProcess.createDirectory(directory.resolve(name));
        LogFiles logs = LogFiles.in(directory.resolve(name));
        Path loaded = directory.resolve(name).resolve("loaded");
        ChildProcess.launchJava(
                        name,
                        logs,
                        KafkaDistribution.OWN_JAVA,
                        libraries,
                        64,
                        List.of("-Xlog:class+load:file=" + loaded),
                        Program.class.getName(),
                        List.of())
                .requireSuccess(TIMEOUT);
        assertThat(logs.console()).hasContent("started");
        return Files.readAllLines(loaded).stream()
                .filter(line -> line.contains(Program.class.getName()))
                .toList();
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.toList();
        }
    }

    @Test
    void theSecondStartMapsTheClassesThatTheFirstHasLoaded() throws IOException {
        assertThat(run("first")).singleElement().asString().contains("program.jar");
        assertThat(archives()).singleElement().asString().endsWith(".jsa");

        assertThat(run("second")).singleElement().asString().endsWith("source: shared objects file (top)");
    }

    @Test
    void anArchiveOfOtherJarsIsReplaced() throws IOException {
        run("before");
        List<Path> before = archives();

        writeJar("another.jar");
        run("after");

        assertThat(archives()).hasSize(1).doesNotContainAnyElementsOf(before);
        assertThat(run("again")).singleElement().asString().endsWith("source: shared objects file (top)");
    }

    @Test
    void twoFirstStartsLeaveOneArchive() throws IOException {
        ClassArchive one = ClassArchive.of(libraries, "Program");
        ClassArchive other = ClassArchive.of(libraries, "Program");

        Files.writeString(written(one), "of the first");
        Files.writeString(written(other), "of the second");
        one.keep();
        other.keep();

        assertThat(archives())
                .singleElement()
                .satisfies(archive -> assertThat(archive).hasContent("of the first"));
    }

    @Test
    void whatAKilledProcessHasWrittenIsDeleted() throws IOException {
        ClassArchive archive = ClassArchive.of(libraries, "Program");
        Files.writeString(written(archive), "the beginning");

        archive.discard();

        assertThat(archives()).isEmpty();
    }

    private static Path written(ClassArchive archive) {
        String option = archive.jvmOptions().get(0);
        assertThat(option).startsWith("-XX:ArchiveClassesAtExit=");
        return Path.of(option.substring(option.indexOf('=') + 1));
    }

    @Test
    void aProgramStartsWithoutAnArchiveWhereNoneCanBeWritten() throws IOException {
        Files.createFile(archives);

        assertThat(run("without")).singleElement().asString().contains("program.jar");
        assertThat(ClassArchive.of(libraries, "Program").jvmOptions()).isEmpty();
    }
}

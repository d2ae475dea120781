package io.parquetry.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Test data outside of the repository, for the tests of all modules. A test whose data are missing is skipped with a
 * message that names the data and the setting that provides them. The same line is appended to
 * {@code target/missing-test-data.txt} of the module, which the build prints at its end and {@code .ci/run} refuses.
 *
 * <ul>
 *   <li>{@code shared.dir}: the folder of shared data; a property of the build, {@code ../shared} unless it is given.
 *   <li>{@code PARQUET_TESTING}: an environment variable with a clone of apache/parquet-testing; {@code parquet-testing}
 *       of the shared folder unless it is given.
 * </ul>
 */
public final class TestData {
    private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private TestData() {}

    /** The folder that {@code shared.dir} names, whether it exists or not. */
    public static Path sharedFolder() {
        return Path.of(System.getProperty("shared.dir", "../../shared"))
                .toAbsolutePath()
                .normalize();
    }

    /** A file or folder of the shared folder; the test is skipped if it is missing. */
    public static Path shared(String name) {
        return require(sharedFolder().resolve(name));
    }

    /** A file or folder below that of {@code shared.dir}; the test is skipped if it is missing. */
    public static Path require(Path shared) {
        if (!Files.exists(shared)) {
            throw skip(
                    shared,
                    "set -Dshared.dir to a folder with " + sharedFolder().relativize(shared));
        }
        return shared;
    }

    /**
     * A file or folder of apache/parquet-testing, the whole for an empty name; the test is skipped if it is missing.
     */
    public static Path parquetTesting(String name) {
        Path path = parquetTestingFolder().resolve(name);
        if (!Files.exists(path)) {
            throw skip(path, parquetTestingRemedy());
        }
        return path;
    }

    /** For a test that runs with less where apache/parquet-testing is missing; that is reported all the same. */
    public static Optional<Path> parquetTestingIfPresent() {
        Path folder = parquetTestingFolder();
        if (!Files.isDirectory(folder)) {
            report("runs without files of other writers", folder, parquetTestingRemedy());
            return Optional.empty();
        }
        return Optional.of(folder);
    }

    /** All Parquet files of apache/parquet-testing, encrypted ones too, by their names relative to its folder. */
    public static List<String> parquetTestingFiles() throws IOException {
        Path folder = parquetTesting("");
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(".parquet") || name.endsWith(".encrypted"))
                    .sorted()
                    .toList();
        }
    }

    private static Path parquetTestingFolder() {
        String named = System.getenv("PARQUET_TESTING");
        return named == null || named.isEmpty() ? sharedFolder().resolve("parquet-testing") : Path.of(named);
    }

    private static String parquetTestingRemedy() {
        return "set PARQUET_TESTING to a clone of apache/parquet-testing, or -Dshared.dir to a folder with"
                + " parquet-testing";
    }

    /** Why a test is skipped that needs what is missing; reported as missing data are. */
    public static TestAbortedException skip(Path missing, String remedy) {
        report("skipped", missing, remedy);
        return new TestAbortedException("skipped: missing test data " + missing + "; " + remedy);
    }

    private static void report(String effect, Path missing, String remedy) {
        String module = MODULE.toAbsolutePath().normalize().getFileName().toString();
        String line = "%s: %s: %s: missing test data %s; %s%n".formatted(module, caller(), effect, missing, remedy);
        if (!REPORTED.add(line)) {
            return;
        }
        Path reports = MODULE.resolve("target").resolve("missing-test-data.txt");
        try {
            Files.createDirectories(reports.getParent());
            Files.writeString(reports, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot append to " + reports, e);
        }
    }

    /** Class and method of the test: our outermost frame, which JUnit has called. */
    private static String caller() {
        List<StackFrame> frames = StackWalker.getInstance()
                .walk(stack -> stack.filter(frame -> frame.getClassName().startsWith("io.parquetry."))
                        .toList());
        StackFrame outermost = frames.get(frames.size() - 1);
        String type = outermost.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + outermost.getMethodName();
    }
}

package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes on the way from a poll to the bytes of a page. */
class ReadPathTest {
    private static final String SOURCE = "io.parquetry.connect.source.";

    @Test
    void betweenPollAndTheEngineThereAreFiveClasses(@TempDir Path directory) {
        TestTree tree = new TestTree(directory);
        tree.orders("orders", 0, "d", LongStream.range(0, 20_000).toArray());
        TaskHarness harness = new TaskHarness(tree);
        Set<List<String>> paths = new LinkedHashSet<>();
        harness.storage.reading = () -> paths.add(callers());
        harness.start();

        assertThat(harness.scanTwice()).hasSize(20_000);

        assertThat(paths)
                .filteredOn(path -> path.contains("PageReader"))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(path)
                        .startsWith(
                                "ParquetSourceTask",
                                "SourceLoop",
                                "RecordBatcher",
                                "StreamScheduler",
                                "FileRows",
                                "RecordCursor"));
    }

    /** The main classes that are called at present, the outermost first, each once. */
    private static List<String> callers() {
        List<StackTraceElement> frames = new ArrayList<>(Arrays.asList(new Throwable().getStackTrace()));
        Collections.reverse(frames);
        return frames.stream()
                .map(StackTraceElement::getClassName)
                .dropWhile(name -> !name.equals(SOURCE + "ParquetSourceTask"))
                .filter(name -> name.startsWith("io.parquetry."))
                .filter(name -> !name.contains("Test") && !name.contains("Counting"))
                .map(name -> name.substring(name.lastIndexOf('.') + 1).replaceFirst("\\$.*", ""))
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(LinkedHashSet::new), names -> List.copyOf(names)));
    }
}

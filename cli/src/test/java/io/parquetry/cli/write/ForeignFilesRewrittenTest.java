package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every file of apache/parquet-testing that can be read is rewritten: the new file passes verify, and diff finds no row
 * that is another; what cannot be read or written is a sentence.
 */
@Tag("slow")
class ForeignFilesRewrittenTest {
    private static final long BYTES_MAX = 1 << 19;

    /** A map with texts of 1 GiB, which takes more heap than a test has. */
    private static final String GIGABYTES_IN_KILOBYTES = "large_string_map";

    @TempDir
    private Path directory;

    @Test
    void rowsAreKept() throws IOException {
        int rewritten = 0;
        for (String name : TestData.parquetTestingFiles()) {
            Path file = TestData.parquetTesting(name);
            if (Files.size(file) <= BYTES_MAX && !name.contains(GIGABYTES_IN_KILOBYTES)) {
                Path out = directory.resolve(rewritten + ".parquet");
                CommandLineRun run = CommandLineRun.of("rewrite", file, out);
                if (run.exitCode() == 0) {
                    assertSameRows(file, out);
                    rewritten++;
                } else {
                    assertThat(run.err()).as(name).hasLineCount(1).doesNotContain("unexpected");
                    assertThat(out).doesNotExist();
                }
                Files.deleteIfExists(out);
            }
        }
        assertThat(rewritten).isGreaterThan(100);
    }

    private static void assertSameRows(Path file, Path out) {
        assertThat(CommandLineRun.of("verify", out).out()).as(file.toString()).startsWith("OK ");
        if (!CommandLineRun.of("schema", file).out().contains("int96")) {
            assertThat(CommandLineRun.of("diff", file, out))
                    .as(file.toString())
                    .isEqualTo(new CommandLineRun(0, "", ""));
        }
    }
}

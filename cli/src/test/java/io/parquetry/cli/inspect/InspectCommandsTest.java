package io.parquetry.cli.inspect;

import static io.parquetry.cli.CommandLineRun.FILES;
import static io.parquetry.cli.CommandLineRun.golden;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of the commands that print files: exactly these texts for known files. */
class InspectCommandsTest {
    private static final Path SIMPLE = FILES.resolve("simple.parquet");
    private static final Path NESTED = FILES.resolve("nested.parquet");

    @TempDir
    private Path directory;

    @Test
    void schemaPrintsTheMessageType() {
        assertPrints("nested.schema.txt", "schema", NESTED);
    }

    @Test
    void catPrintsOneRowPerLine() {
        assertPrints("nested.cat.ndjson", "cat", NESTED);
    }

    @Test
    void catShowsEachTypeInItsOwnForm() throws IOException {
        assertPrints("types.cat.ndjson", "cat", SampleFiles.allTypes(directory.resolve("types.parquet")));
    }

    @Test
    void theLimitCountsOverAllFiles() {
        CommandLineRun run = CommandLineRun.of("cat", "--limit", "6", SIMPLE, SIMPLE);

        assertThat(run.out().lines())
                .containsExactly(
                        "{\"text\":\"text1\"}",
                        "{\"text\":\"text2\"}",
                        "{\"text\":\"text3\"}",
                        "{\"text\":\"text4\"}",
                        "{\"text\":\"text5\"}",
                        "{\"text\":\"text1\"}");
    }

    @Test
    void aLimitOfZeroPrintsNothing() {
        assertThat(CommandLineRun.of("cat", "-n", "0", SIMPLE)).isEqualTo(new CommandLineRun(0, "", ""));
    }

    @Test
    void catPrintsOnlyTheSelectedColumns() throws IOException {
        Path many = SampleFiles.manyPages(directory.resolve("many.parquet"));

        assertThat(CommandLineRun.of("cat", "--columns", "at,id", "-n", "2", many))
                .isEqualTo(new CommandLineRun(0, "{\"id\":0,\"at\":[]}\n{\"id\":1,\"at\":[0.5,-1.5]}\n", ""));
        assertThat(CommandLineRun.of("cat", "--columns", "id,words", many))
                .isEqualTo(new CommandLineRun(
                        1,
                        "",
                        "parquetry cat: " + many + ": there is no column words; the columns are id, word, at\n"));
        assertThat(CommandLineRun.of("cat", "--columns", "id,", many))
                .isEqualTo(new CommandLineRun(
                        2,
                        "",
                        "parquetry cat: --columns: columns 'id,', character 4: a name is missing; columns look like"
                                + " a,b.c, and a name with a dot like \"d.e\" (see parquetry cat --help)\n"));
    }

    @Test
    void catPrintsOnlyTheMatchingRows() throws IOException {
        Path many = SampleFiles.manyPages(directory.resolve("many.parquet"));

        assertThat(CommandLineRun.of("cat", "--where", "word = 'w1' AND id >= 4", "--columns", "id", many))
                .isEqualTo(new CommandLineRun(0, "{\"id\":5}\n{\"id\":7}\n", ""));
        assertThat(CommandLineRun.of("cat", "-w", "id = 10", "-c", "at", many).out())
                .isEqualTo("{\"at\":[\"NaN\",1.0]}\n");
    }

    @Test
    void catPrintsWhatItSkipped() throws IOException {
        Path many = SampleFiles.manyPages(directory.resolve("many.parquet"));

        CommandLineRun run = CommandLineRun.of("cat", "-w", "id IN (5, 6)", "-c", "id", "-v", many);

        assertThat(run.out()).isEqualTo("{\"id\":5}\n{\"id\":6}\n");
        assertThat(run.err())
                .startsWith(many + ": 2 rows of 11, 2 row groups, 1 left out by statistics,"
                        + " 2 of 3 pages of the filter left out by column index, 4 rows tested, 2 pages decoded, ");
    }

    @Test
    void anInvalidFilterIsRefusedWithThePosition() throws IOException {
        Path many = SampleFiles.manyPages(directory.resolve("many.parquet"));

        assertThat(CommandLineRun.of("cat", "-w", "id = ", many))
                .isEqualTo(new CommandLineRun(
                        2,
                        "",
                        "parquetry cat: --where: filter, character 6: found the end, expected a value: 'text', a"
                                + " number,"
                                + " X'hex', TRUE or FALSE (see parquetry cat --help)\n"));
        assertThat(CommandLineRun.of("cat", "-w", "word = 'w1' AND id = 'x'", many))
                .isEqualTo(new CommandLineRun(
                        1,
                        "",
                        "parquetry cat: " + many
                                + ": filter, character 22: column id is INT32, and 'x' is no value of it;"
                                + " allowed is a whole number from -2147483648 to 2147483647\n"));
    }

    @Test
    void levelsPrintsEveryColumnAsThePaperDoes() {
        assertPrints("nested.levels.txt", "levels", NESTED);
    }

    @Test
    void levelsPrintsOneColumn() {
        CommandLineRun run = CommandLineRun.of("levels", "--column", "nest.nest", NESTED);

        assertThat(golden("nested.levels.txt")).startsWith(run.out());
        assertThat(run.out().lines()).hasSize(5);
    }

    @Test
    void dumpPrintsTheFooter() {
        assertPrints("simple.dump.txt", "dump", SIMPLE);
        assertPrints("nested.dump.txt", "dump", NESTED);
    }

    @Test
    void metaPrintsTheWholeFooterAsOutline() {
        assertPrints("nested.meta.txt", "meta", NESTED);
    }

    @Test
    void metaPrintsTheWholeFooterAsJson() throws IOException {
        assertPrints("nested.meta.json", "meta", "--json", NESTED);
        assertThat(new ObjectMapper().readTree(golden("nested.meta.json")).at("/row_groups/0/columns/0/num_values"))
                .isEqualTo(IntNode.valueOf(3));
    }

    @Test
    void pagesPrintsEachPageWithItsIndexEntries() throws IOException {
        assertPrints("nested.pages.txt", "pages", NESTED);
        assertPrints("many.pages.txt", "pages", SampleFiles.manyPages(directory.resolve("many.parquet")));
    }

    @Test
    void pagesPrintsOneColumn() {
        CommandLineRun run = CommandLineRun.of("pages", "--column", "nest.nest", NESTED);

        assertThat(golden("nested.pages.txt")).startsWith(run.out());
        assertThat(run.out().lines()).hasSize(3);
    }

    private static void assertPrints(String golden, Object... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(golden(golden));
        assertThat(run.exitCode()).isZero();
    }
}

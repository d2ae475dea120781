package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@code layout}: one page of bounded size for any file, also for one that is broken in part. */
class LayoutCommandTest {
    @TempDir
    private Path directory;

    private Path page() {
        return directory.resolve("page.html");
    }

    private JsonNode dataOf(Path file, int exitCode) throws IOException {
        CommandLineRun run = CommandLineRun.of("layout", "--force", "-o", page(), file);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return Layouts.data(Files.readString(page()));
    }

    @Test
    void theFiguresOfSimpleAreTheArticles() throws IOException {
        JsonNode data = dataOf(Layouts.SIMPLE, 0);

        assertThat(data.at("/file/bytes").asInt()).isEqualTo(307);
        assertThat(data.at("/file/footerBytes").asInt()).isEqualTo(186);
        assertThat(data.at("/file/version").asInt()).isEqualTo(2);
        assertThat(data.at("/file/createdBy").asText())
                .isEqualTo("github.com/parquet-go/parquet-go version 0.23.0(build )");
        assertThat(data.at("/columns/0/bytes").asInt()).isEqualTo(73);
        assertThat(data.at("/details/4/header").asInt()).isEqualTo(28);
    }

    @Test
    void theFileItselfIsNotReplaced() throws IOException {
        Path file = Files.copy(Layouts.SIMPLE, directory.resolve("file.parquet"));
        Path link = Files.createSymbolicLink(directory.resolve("link.parquet"), file);

        for (Path output : List.of(file, link)) {
            CommandLineRun run = CommandLineRun.of("layout", "--force", "-o", output, file);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains(output + ": is one of the files that are read");
        }
        assertThat(file).hasSameBinaryContentAs(Layouts.SIMPLE);
    }

    @Test
    void thePageGoesToStdout() throws IOException {
        CommandLineRun run = CommandLineRun.of("layout", Layouts.NESTED, "-o", "-");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("<!doctype html>").endsWith("</html>\n");
        assertThat(Layouts.data(run.out()).at("/file/rows").asInt()).isEqualTo(3);
        assertThat(run.err()).startsWith("2 pages of 1 row group in ");
    }

    @Test
    void anExistingPageIsReplacedOnlyByForce() throws IOException {
        Files.writeString(page(), "mine");

        CommandLineRun refused = CommandLineRun.of("layout", Layouts.SIMPLE, "-o", page());
        assertThat(refused)
                .isEqualTo(new CommandLineRun(
                        1,
                        "",
                        "parquetry layout: " + page()
                                + ": exists already and is not overwritten; name a new file, or give --force\n"));
        assertThat(Files.readString(page())).isEqualTo("mine");
        assertThat(CommandLineRun.of("layout", Layouts.SIMPLE, "-o", page(), "--force")
                        .exitCode())
                .isZero();
        assertThat(CommandLineRun.of("layout", Layouts.SIMPLE, "-o", page(), "--pages", "-1")
                        .err())
                .startsWith("parquetry layout: --pages is -1; it must be 0 to 100000");
    }

    @Test
    void thePageLoadsNothing() throws IOException {
        dataOf(Layouts.SIMPLE, 0);
        String page = Files.readString(page());

        assertThat(page.replace("http://www.w3.org/2000/svg", "").replace(Layouts.dataText(page), ""))
                .contains("default-src 'none'", "script-src 'sha256-")
                .doesNotContain("http:", "https:", "@import", "src=", "STYLE-HASH", "SCRIPT-HASH");
    }

    @Test
    void namesAndValuesCannotLeaveTheData() throws IOException {
        String hostile = "</script><script>alert(1)</script><!--\u2028\u2029'\"&";
        MessageType schema = new MessageType(
                hostile,
                List.of(PrimitiveType.of(hostile, Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));
        Path file = directory.resolve("hostile.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of(hostile, hostile));
            writer.finish();
        }

        JsonNode data = dataOf(file, 0);

        String text = Layouts.dataText(Files.readString(page()));
        assertThat(text).doesNotContain("<", ">", "&", "'", "\u2028", "\u2029").matches("\\p{ASCII}*");
        assertThat(data.at("/columns/0/path").asText()).isEqualTo(hostile);
    }

    @Test
    void aFileThatWasCutOffShowsItsPages() throws IOException {
        byte[] whole = Files.readAllBytes(SampleFiles.manyPages(directory.resolve("many.parquet")));
        Path cut = Files.write(directory.resolve("cut.parquet"), Arrays.copyOf(whole, 300));

        CommandLineRun run = CommandLineRun.of("layout", "-o", page(), cut);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("is broken in 1 place, first in the file as a whole: not a Parquet file, or not");
        JsonNode data = Layouts.data(Files.readString(page()));
        List<String> lost = new ArrayList<>();
        data.get("regions")
                .forEach(region ->
                        lost.add(region.get(0).asText() + " " + region.get(1).asInt()));
        assertThat(lost)
                .containsExactly(
                        "magic 0",
                        "lost_page 4",
                        "lost_page 63",
                        "lost_page 90",
                        "lost_page 118",
                        "lost_page 147",
                        "lost_page 178",
                        "lost_page 210",
                        "lost_page 242",
                        "unknown 272");
        assertThat(data.at("/details/63/title").asText()).isEqualTo("data page V1");
    }

    @Test
    void aBrokenPageIsNamedAndTheOthersAreShown() throws IOException {
        byte[] bytes = Files.readAllBytes(SampleFiles.manyPages(directory.resolve("many.parquet")));
        bytes[90 + 23 + 2] ^= 1;
        bytes[210] = 0x7E;
        Path broken = Files.write(directory.resolve("broken.parquet"), bytes);

        JsonNode data = dataOf(broken, 1);

        assertThat(data.get("problems")).hasSize(2);
        assertThat(data.at("/problems/0/where").asText()).isEqualTo("row group 0, column id");
        assertThat(data.at("/problems/0/offset").asInt()).isEqualTo(90);
        assertThat(data.at("/problems/0/what").asText()).contains("checksum");
        assertThat(data.at("/problems/1/offset").asInt()).isEqualTo(210);
        assertThat(data.at("/details/90/defect").asText()).contains("checksum");
        assertThat(data.at("/details/118/entries")).hasSize(2);
        assertThat(data.at("/details/242/entries")).hasSize(2);
    }

    @Test
    void aFileWhoseStatisticsAreBrokenHasAPage() throws IOException {
        byte[] whole = Files.readAllBytes(SampleFiles.manyPages(directory.resolve("many.parquet")));
        Path broken = Files.write(directory.resolve("broken.parquet"), withoutStatistics(whole));

        JsonNode data = dataOf(broken, 1);

        assertThat(data.get("problems")).hasSize(1);
        assertThat(data.at("/problems/0/what").asText()).startsWith("footer ");
    }

    /** The same file with one bit changed, so that its footer is read and the statistics of a chunk are not. */
    private static byte[] withoutStatistics(byte[] good) throws IOException {
        for (int at = good.length - 9; at > 0; at--) {
            byte[] changed = good.clone();
            changed[at] ^= 1;
            try (ParquetReader reader =
                    ParquetReader.open(new MemoryInputFile("changed", changed), ReaderOptions.DEFAULT)) {
                assertThatThrownBy(reader.metadata()::hashCode).isInstanceOf(CorruptFileException.class);
                return changed;
            } catch (CorruptFileException | AssertionError other) {
                // This bit is not one of the statistics' structure.
            }
        }
        throw new AssertionError("each bit of the footer is read at once");
    }

    @Test
    void aFileOfAnotherKindHasNoPage() throws IOException {
        Path text = Files.writeString(directory.resolve("text.parquet"), "a text that is long enough for a footer");

        CommandLineRun run = CommandLineRun.of("layout", text, "-o", page());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("not a Parquet file");
        assertThat(page()).doesNotExist();
        assertThat(CommandLineRun.of("layout", directory.resolve("none.parquet"), "-o", page())
                        .err())
                .endsWith("none.parquet: there is no such file\n");
    }

    @Test
    void everyBadFileOfParquetTestingHasAPage() throws IOException {
        for (String name : TestData.parquetTestingFiles()) {
            if (name.startsWith("bad_data")) {
                CommandLineRun run =
                        CommandLineRun.of("layout", "--force", "-o", page(), TestData.parquetTesting(name));
                assertThat(run.err()).as(name).doesNotContain("unexpected");
                assertThat(Layouts.data(Files.readString(page()))
                                .at("/file/bytes")
                                .asLong())
                        .as(name)
                        .isEqualTo(Files.size(TestData.parquetTesting(name)));
            }
        }
    }

    @Test
    void aThousandColumnsInManyRowGroupsMakeAPageOfSomeMegabytes() throws IOException {
        List<Type> columns = new ArrayList<>();
        Map<String, Object> row = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            columns.add(PrimitiveType.of("column_" + i, Repetition.REQUIRED, PhysicalType.INT64));
            row.put("column_" + i, (long) i);
        }
        Path file = directory.resolve("wide.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file),
                new MessageType("wide", columns),
                PlainRecords.walker(),
                WriterOptions.DEFAULT)) {
            for (int group = 0; group < 6; group++) {
                writer.write(row);
                writer.flushRowGroup();
            }
            writer.finish();
        }

        JsonNode data = dataOf(file, 0);

        assertThat(data.get("chunks")).hasSize(6_000);
        assertThat(data.get("details").size())
                .as("pages, indexes and the footer")
                .isBetween(1_000, 1_200);
        assertThat(Files.size(page())).isLessThan(4L << 20);
        assertThat(data.at("/advice/0/title").asText())
                .contains("% of the file is its footer: 1,000 columns for 6 rows");
    }

    @Test
    void rowGroupsBeyondTheLimitAreDrawnAsAWhole() throws IOException {
        Path file = SampleFiles.manyPages(directory.resolve("many.parquet"));
        LayoutLimits few = new LayoutLimits(3, 6, 100, 0);
        try (Layouts.Opened many = Layouts.open(LocalInputFile.open(file), LocalInputFile.open(file), few)) {
            assertThat(many.outline().chunks()).hasSize(3);
            assertThat(many.model().leftOut())
                    .containsExactly(
                            "1 of 2 row groups are drawn as a whole, without their columns: the page holds 3 column"
                                    + " chunks at most.",
                            "2 of 3 column chunks are drawn without their pages: the page holds 6 pages at most, and"
                                    + " 100 page headers are read where a file has no offset index.",
                            "The values of 4 pages are not shown: pages of 0 MiB are decoded at most.");
        }
    }
}

package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * The page in a real Chromium: it opens without a complaint and loads nothing, clicks and keys work, and the figures of
 * the two seed files are the articles'. With {@code -Dwrite.docs=true} the picture in {@code docs/start} is made again.
 */
@Tag("slow")
class LayoutInBrowserTest {
    private static final Path PROFILE = Path.of("target", "chromium").toAbsolutePath();

    private static Optional<Chromium> started = Optional.empty();

    @TempDir
    private Path directory;

    private Chromium browser;
    private Path page;

    @BeforeAll
    static void startChromium() throws Exception {
        Path program = Chromium.program()
                .orElseThrow(() -> new TestAbortedException("LayoutInBrowserTest is skipped: there is no chromium,"
                        + " chromium-browser, google-chrome or chrome on the PATH; -D" + Chromium.PROPERTY
                        + "=PROGRAM names one"));
        started = Optional.of(Chromium.start(program, PROFILE));
    }

    @AfterAll
    static void stopChromium() throws InterruptedException {
        if (started.isPresent()) {
            started.get().stop();
        }
    }

    private void open(Path file) throws Exception {
        browser = started.orElseThrow();
        page = directory.resolve("page.html");
        CommandLineRun.of("layout", "--force", "-o", page, file);
        browser.open(page);
    }

    /** Whatever a test has done, nothing complained and nothing was loaded. */
    @AfterEach
    void requireQuiet() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests().stream().filter(url -> !url.startsWith("data:")))
                .containsExactly(page.toUri().toString());
    }

    /** The facts under a list's names, as "name: value". */
    private List<String> facts(String within) throws Exception {
        return browser.evaluate("[...document.querySelectorAll('" + within + " dl.facts div')].map(e =>"
                        + " e.querySelector('dt').textContent + ': ' + e.querySelector('dd').textContent).join('\\n')")
                .lines()
                .toList();
    }

    /** The rows of a table of what was chosen, with blanks around bars between cells. */
    private List<String> rows(String table) throws Exception {
        return browser.evaluate("[...document.querySelectorAll('#detail " + table
                        + " tbody tr')].map(r => [...r.cells].map(c => c.textContent).join(' | ')).join('\\n')")
                .lines()
                .toList();
    }

    @Test
    void theFiguresOfSimpleAreTheArticles() throws Exception {
        open(Layouts.SIMPLE);

        assertThat(browser.evaluate("document.title")).isEqualTo("simple.parquet · parquetry layout");
        assertThat(browser.evaluate("document.getElementById('summary').textContent"))
                .isEqualTo("5 rows in 1 column and 1 row group, stored in 307 bytes.");
        assertThat(facts(".top"))
                .contains("bytes: 307", "footer: 186 bytes", "codec: UNCOMPRESSED", "format version: 2");
        assertThat(browser.evaluate("[...document.querySelectorAll('.strip button')].map(b =>"
                        + " b.getAttribute('aria-label')).join('\\n')"))
                .isEqualTo("""
                        magic number, 4 bytes, from byte 0
                        text, page 0, 73 bytes, from byte 4
                        column index of text, 25 bytes, from byte 77
                        offset index of text, 11 bytes, from byte 102
                        footer, 186 bytes, from byte 113
                        length of the footer, 4 bytes, from byte 299
                        magic number, 4 bytes, from byte 303""");
    }

    @Test
    void aClickOnAPageShowsItsHeaderItsBytesAndItsLevels() throws Exception {
        open(Layouts.NESTED);
        browser.click("#map .page[data-offset=\"54\"]");

        assertThat(browser.evaluate("document.querySelector('#detail h3').textContent"))
                .isEqualTo("data page V2, number 0");
        assertThat(facts("#detail"))
                .contains("offset: 54", "bytes: 116", "header: 30 bytes", "entries: 7", "nulls: 1", "rows: 0 to 2");
        assertThat(rows("table.entries"))
                .containsExactly(
                        "\"nestRep1\" | 0 | 4",
                        "\"nestRep2\" | 2 | 4",
                        "\"nestRep3\" | 2 | 4",
                        "\"nestRep4\" | 1 | 4",
                        "\"nestRep5\" | 2 | 4",
                        "\"nestRep6\" | 0 | 4",
                        "NULL | 0 | 1");
        assertThat(rows("table.fields"))
                .startsWith("15 06 | type | DATA_PAGE_V2 (3)", "15 ac 01 | uncompressed_page_size | 86")
                .contains(
                        "15 0e | num_values | 7",
                        "15 14 | repetition_levels_byte_length | 10",
                        "15 08 | definition_levels_byte_length | 4");
        assertThat(browser.evaluate("[...document.querySelectorAll('#detail .hex b')].map(b =>"
                        + " b.textContent).slice(0, 4).join(' ') + ' of ' +"
                        + " document.querySelectorAll('#detail .hex b').length"))
                .isEqualTo("15 06 15 ac of 116");
        if (Boolean.getBoolean("write.docs")) {
            browser.evaluate("scrollTo(0, 0)");
            Files.write(Path.of("..", "docs", "start", "layout.png"), browser.screenshot());
        }
    }

    @Test
    void keysAloneLeadToAPage() throws Exception {
        open(SampleFiles.manyPages(directory.resolve("many.parquet")));
        browser.evaluate("document.querySelector('#map button').focus()");
        String first = browser.evaluate("document.activeElement.getAttribute('aria-label')");

        browser.press("ArrowRight");
        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-label')"))
                .isNotEqualTo(first);
        assertThat(browser.evaluate("document.activeElement.closest('#map') !== null"))
                .isEqualTo("true");
        for (int i = 0;
                i < 30 && !browser.evaluate("document.activeElement.className").contains("page");
                i++) {
            browser.press("ArrowRight");
        }
        browser.press("Enter");

        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-pressed')"))
                .isEqualTo("true");
        assertThat(facts("#detail")).contains("offset: " + browser.evaluate("document.activeElement.dataset.offset"));
        assertThat(browser.evaluate("document.querySelectorAll('#map button[tabindex=\"0\"]').length"))
                .as("one stop for Tab")
                .isEqualTo("1");
    }

    @Test
    void partsOfTheStripColumnsAndColoursOpen() throws Exception {
        open(SampleFiles.manyPages(directory.resolve("many.parquet")));

        browser.click(".strip .k-footer");
        assertThat(browser.evaluate("document.querySelector('#detail h3').textContent"))
                .isEqualTo("footer");
        assertThat(rows("table.fields").get(0)).endsWith("| version | 2");
        browser.click(".column > button");
        assertThat(browser.evaluate("document.querySelectorAll('.open-column rect.span').length"))
                .as("a bar for the bounds of each page")
                .isEqualTo("4");
        for (String by : List.of("encoding", "ratio", "nulls", "type")) {
            browser.evaluate("(() => { const s = document.getElementById('colour'); s.value = '" + by
                    + "'; s.dispatchEvent(new Event('change')); })()");
            assertThat(browser.evaluate("document.querySelectorAll('#legend span').length"))
                    .isNotEqualTo("0");
        }
    }

    @Test
    void aDictionaryShowsItsValues() throws Exception {
        open(SampleFiles.manyPages(directory.resolve("many.parquet")));

        browser.click("#map .page[data-offset=\"147\"]");

        assertThat(browser.evaluate("document.querySelector('#detail h3').textContent"))
                .isEqualTo("dictionary page");
        assertThat(rows("table.entries")).containsExactly("\"w0\" | 0", "\"w1\" | 1");
    }

    @Test
    void theDarkAreSpared() throws Exception {
        open(Layouts.SIMPLE);
        String colour = "getComputedStyle(document.body).backgroundColor";

        browser.prefer("light");
        String light = browser.evaluate(colour);
        browser.prefer("dark");
        assertThat(browser.evaluate(colour)).isEqualTo("rgb(21, 23, 28)").isNotEqualTo(light);
        browser.prefer("light");
    }

    @Test
    void hostileNamesAreText() throws Exception {
        String hostile = "</script><img src=x onerror=alert(1)><script>alert(1)</script>\u2028";
        MessageType schema = new MessageType(
                "m",
                List.of(PrimitiveType.of(hostile, Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));
        Path file = directory.resolve("hostile.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of(hostile, hostile));
            writer.finish();
        }

        open(file);

        assertThat(browser.evaluate("document.scripts.length + ' ' + document.images.length"))
                .isEqualTo("2 0");
        assertThat(browser.evaluate("document.querySelector('.column .path').textContent"))
                .startsWith("</script><img");
    }

    @Test
    void aBrokenFileSaysWhere() throws Exception {
        byte[] bytes = Files.readAllBytes(SampleFiles.manyPages(directory.resolve("many.parquet")));
        bytes[90 + 23 + 2] ^= 1;
        Path broken = Files.write(directory.resolve("broken.parquet"), bytes);

        open(broken);

        assertThat(browser.evaluate("document.getElementById('problem-list').textContent"))
                .startsWith("row group 0, column id: the page cannot be decoded: the checksum");
        browser.click("#problem-list button");
        assertThat(facts("#detail")).contains("offset: 90");
        assertThat(browser.evaluate("document.querySelector('#detail .defect').textContent"))
                .contains("checksum");
    }
}

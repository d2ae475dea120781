package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.cli.layout.FileRegion.Kind;
import io.parquetry.format.ParquetException;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.PageHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of the outline: regions divide all bytes of a file, and its pages are those that the engine finds. */
class FileRegionsTest {
    @TempDir
    private Path directory;

    private static void requireWhole(FileOutline outline) {
        long position = 0;
        for (FileRegion region : outline.regions()) {
            assertThat(region.offset()).as("%s in %s", region, outline.name()).isEqualTo(position);
            assertThat(region.length()).isPositive();
            position = region.end();
        }
        assertThat(position).as(outline.name()).isEqualTo(outline.bytes());
    }

    @Test
    void theRegionsOfSimpleAreTheArticles() throws IOException {
        try (Layouts.Opened simple = Layouts.open(Layouts.SIMPLE)) {
            assertThat(simple.outline().regions())
                    .containsExactly(
                            FileRegion.of(Kind.MAGIC, 0, 4),
                            new FileRegion(Kind.CHUNK, 4, 73, 0, 0),
                            new FileRegion(Kind.COLUMN_INDEX, 77, 25, 0, 0),
                            new FileRegion(Kind.OFFSET_INDEX, 102, 11, 0, 0),
                            FileRegion.of(Kind.FOOTER, 113, 186),
                            FileRegion.of(Kind.FOOTER_LENGTH, 299, 4),
                            FileRegion.of(Kind.MAGIC, 303, 4));
            assertThat(simple.outline().problems()).isEmpty();
        }
    }

    @Test
    void theRegionsOfNestedAreTheArticles() throws IOException {
        try (Layouts.Opened nested = Layouts.open(Layouts.NESTED)) {
            assertThat(nested.outline().footerBytes()).isEqualTo(343);
            assertThat(nested.outline().regions())
                    .contains(new FileRegion(Kind.CHUNK, 4, 50, 0, 0), new FileRegion(Kind.CHUNK, 54, 116, 0, 1));
            requireWhole(nested.outline());
        }
    }

    @Test
    void bloomFiltersAndDictionariesHaveTheirBytes() throws IOException {
        try (Layouts.Opened many = Layouts.open(SampleFiles.manyPages(directory.resolve("many.parquet")))) {
            requireWhole(many.outline());
            assertThat(many.outline().regions().stream().map(FileRegion::kind))
                    .contains(Kind.BLOOM_FILTER)
                    .doesNotContain(Kind.UNKNOWN);
            ChunkOutline word = many.outline().chunks().get(1);
            assertThat(word.dictionary().orElseThrow().offset()).isEqualTo(147);
            assertThat(word.dataPages()).extracting(PageOutline::offset).containsExactly(178L, 210L, 242L);
        }
    }

    @Test
    void claimsThatOverlapAreNamed() {
        List<Problem> problems = new ArrayList<>();
        List<FileRegion> regions = FileRegions.ofBroken(
                100,
                true,
                0,
                List.of(FileRegion.of(Kind.LOST_PAGE, 4, 30), FileRegion.of(Kind.LOST_PAGE, 20, 500)),
                problems);

        assertThat(regions)
                .containsExactly(
                        FileRegion.of(Kind.MAGIC, 0, 4),
                        FileRegion.of(Kind.LOST_PAGE, 4, 30),
                        FileRegion.of(Kind.LOST_PAGE, 34, 66));
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0).what())
                .isEqualTo("claims the 500 bytes from 20 on; those up to 34 belong to something" + " else");
    }

    @Test
    void thePagesOfForeignFilesAreThoseOfTheEngine() throws IOException {
        int files = 0;
        for (String name : TestData.parquetTestingFiles()) {
            Path file = TestData.parquetTesting(name);
            if (Files.size(file) > 1 << 20) {
                continue;
            }
            try (Layouts.Opened opened = Layouts.open(file)) {
                requireWhole(opened.outline());
                requirePagesOfEngine(opened, name);
                files++;
            } catch (ParquetException e) {
                // Refused by its footer, so there is no outline of its chunks.
            }
        }
        assertThat(files).isGreaterThan(50);
    }

    private static void requirePagesOfEngine(Layouts.Opened opened, String name) throws IOException {
        for (ChunkOutline chunk : opened.outline().chunks()) {
            if (chunk.pagesAre() != ChunkOutline.PagesAre.ALL) {
                continue;
            }
            List<ParquetReader.Page> expected = opened.reader().pages(chunk.rowGroup(), chunk.leaf());
            List<PageOutline> found = chunk.pages();
            assertThat(found).as("%s, %s", name, chunk.place()).hasSameSizeAs(expected);
            for (int i = 0; i < found.size(); i++) {
                ParquetReader.Page page = expected.get(i);
                assertThat(found.get(i).offset()).isEqualTo(page.offset());
                assertThat(found.get(i).bytes())
                        .as("%s, %s, page %s", name, chunk.place(), i)
                        .isEqualTo(page.headerBytes() + page.header().compressedBytes());
                assertThat(found.get(i).kind() == PageOutline.Kind.DICTIONARY)
                        .isEqualTo(page.header().content() instanceof PageHeader.Dictionary);
                HeaderOfPage header = HeaderOfPage.read(
                        new WindowedFile(
                                LocalInputFile.open(Path.of(opened.outline().name()))),
                        page.offset(),
                        opened.outline().bytes(),
                        ThriftStruct.ValueText.PLAIN);
                assertThat(header.headerBytes()).isEqualTo(page.headerBytes());
                assertThat(header.struct().number("crc").isPresent())
                        .isEqualTo(page.header().crc().isPresent());
            }
        }
    }
}

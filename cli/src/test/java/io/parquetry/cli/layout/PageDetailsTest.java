package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.cli.layout.ByteDetail.Entry;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of the bytes of a page: each byte has its field, and levels and values are the articles'. */
class PageDetailsTest {
    @TempDir
    private Path directory;

    private static ByteDetail detail(Layouts.Opened opened, long offset) {
        return opened.model().details().byOffset().get(offset);
    }

    /** Depth as indentation, the bytes as digits, name and value. */
    private static List<String> text(ByteDetail detail) {
        return detail.fields().stream()
                .map(field -> "  ".repeat(field.depth())
                        + HexFormat.ofDelimiter(" ").formatHex(detail.bytes(), field.at(), field.at() + field.length())
                        + " | " + field.name() + " | " + field.value())
                .toList();
    }

    private static Entry entry(int repetition, int definition, String value) {
        return new Entry(repetition, definition, Optional.ofNullable(value));
    }

    @Test
    void theHeaderOfSimpleIsTheArticles() throws IOException {
        try (Layouts.Opened simple = Layouts.open(Layouts.SIMPLE)) {
            ByteDetail page = detail(simple, 4);

            assertThat(page.title()).isEqualTo("data page V2");
            assertThat(page.headerBytes()).isEqualTo(28);
            assertThat(page.length()).isEqualTo(73);
            assertThat(text(page).subList(0, 14))
                    .containsExactly(
                            "15 06 | type | DATA_PAGE_V2 (3)",
                            "15 5a | uncompressed_page_size | 45",
                            "15 5a | compressed_page_size | 45",
                            "15 ab a3 84 b4 03 | crc | -457214166 (e4bf772a)",
                            "4c | data_page_header_v2 | DataPageHeaderV2",
                            "  15 0a | num_values | 5",
                            "  15 00 | num_nulls | 0",
                            "  15 0a | num_rows | 5",
                            "  15 00 | encoding | PLAIN (0)",
                            "  15 00 | definition_levels_byte_length | 0",
                            "  15 00 | repetition_levels_byte_length | 0",
                            "  12 | is_compressed | false",
                            "  00 | end of DataPageHeaderV2 | ",
                            "00 | end of PageHeader | ");
            assertThat(text(page)).contains("  05 00 00 00 | length | 5", "  74 65 78 74 31 | value | \"text1\"");
            assertThat(page.entries())
                    .containsExactly(
                            entry(0, 0, "\"text1\""),
                            entry(0, 0, "\"text2\""),
                            entry(0, 0, "\"text3\""),
                            entry(0, 0, "\"text4\""),
                            entry(0, 0, "\"text5\""));
        }
    }

    @Test
    void theLevelsOfNestedAreTheArticles() throws IOException {
        try (Layouts.Opened nested = Layouts.open(Layouts.NESTED)) {
            assertThat(detail(nested, 4).entries())
                    .containsExactly(entry(0, 2, "\"nest1\""), entry(0, 2, "\"nest2\""), entry(0, 1, null));
            ByteDetail repeated = detail(nested, 54);
            assertThat(repeated.entries())
                    .containsExactly(
                            entry(0, 4, "\"nestRep1\""),
                            entry(2, 4, "\"nestRep2\""),
                            entry(2, 4, "\"nestRep3\""),
                            entry(1, 4, "\"nestRep4\""),
                            entry(2, 4, "\"nestRep5\""),
                            entry(0, 4, "\"nestRep6\""),
                            entry(0, 1, null));
            assertThat(text(detail(nested, 4))).contains("  04 02 | run | 2 times 2", "  02 01 | run | 1 times 1");
            assertThat(repeated.fields().stream().filter(field -> field.name().endsWith("levels")))
                    .extracting(ByteField::name, ByteField::length)
                    .containsExactly(tuple("repetition levels", 10), tuple("definition levels", 4));
        }
    }

    @Test
    void indexesAndFooterAreTakenApart() throws IOException {
        try (Layouts.Opened simple = Layouts.open(Layouts.SIMPLE)) {
            assertThat(text(detail(simple, 77))).contains("  05 74 65 78 74 31 | min_values[0] | \"text1\"");
            assertThat(detail(simple, 102).fields().stream().map(ByteField::name))
                    .contains("offset", "compressed_page_size", "first_row_index");
            assertThat(detail(simple, 113).fields().stream()
                            .filter(field -> field.name().equals("num_rows"))
                            .map(ByteField::value))
                    .containsOnly("5");
            assertThat(simple.model().details().byOffset().values())
                    .allMatch(each -> each.defect().isEmpty());
        }
    }

    /** No byte of a header is left out, and none has two fields. */
    @Test
    void eachByteOfAHeaderHasItsField() throws IOException {
        try (Layouts.Opened many = Layouts.open(SampleFiles.manyPages(directory.resolve("many.parquet")))) {
            int pages = 0;
            for (ChunkOutline chunk : many.outline().chunks()) {
                for (PageOutline page : chunk.pages()) {
                    ByteDetail detail = detail(many, page.offset());
                    int position = 0;
                    for (ByteField field : detail.fields()) {
                        if (position < detail.headerBytes()) {
                            assertThat(field.at()).isEqualTo(position);
                            position += field.length();
                        }
                    }
                    assertThat(position).isEqualTo(detail.headerBytes());
                    pages++;
                }
            }
            assertThat(pages).isEqualTo(15);
        }
    }

    @Test
    void everyChunkGetsPagesWhenThereAreTooMany() throws IOException {
        Path file = SampleFiles.manyPages(directory.resolve("many.parquet"));
        LayoutLimits limits = LayoutLimits.of(7);
        try (Layouts.Opened many = Layouts.open(LocalInputFile.open(file), LocalInputFile.open(file), limits)) {
            assertThat(many.outline().chunks())
                    .allMatch(chunk -> many.model()
                            .details()
                            .byOffset()
                            .containsKey(chunk.dataPages().get(0).offset()));
            assertThat(many.model().leftOut())
                    .containsExactly("The bytes of 6 of 15 pages are shown, the first ones of each column chunk:"
                            + " --pages N shows more.");
        }
    }
}

package io.parquetry.cli.layout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What the tests of the page share. */
final class Layouts {
    static final Path SIMPLE = CommandLineRun.FILES.resolve("simple.parquet");
    static final Path NESTED = CommandLineRun.FILES.resolve("nested.parquet");

    private Layouts() {}

    /** Outline and details of a good file. */
    record Opened(ParquetReader reader, WindowedFile file, FileOutline outline, LayoutModel model)
            implements AutoCloseable {
        @Override
        public void close() throws IOException {
            reader.close();
            file.close();
        }
    }

    static Opened open(Path file) throws IOException {
        return open(LocalInputFile.open(file), LocalInputFile.open(file), LayoutLimits.of(1000));
    }

    static Opened open(InputFile ofReader, InputFile ofPage, LayoutLimits limits) throws IOException {
        ParquetReader reader = ParquetReader.open(
                new WindowedFile(ofReader),
                ReaderOptions.builder()
                        .checksums(ReaderOptions.Checksums.VERIFY)
                        .readAhead(ReaderOptions.ReadAhead.LEAST)
                        .build());
        WindowedFile bytes = new WindowedFile(ofPage);
        FileOutline outline = OutlineReader.read(ofPage.name(), reader, bytes, limits, chunks -> {});
        LayoutModel model = LayoutModel.of("parquetry test", outline, Optional.of(reader), bytes, limits, pages -> {});
        return new Opened(reader, bytes, model.outline(), model);
    }

    /** The text between the tags of the page's data. */
    static String dataText(String page) {
        String tag = "<script type=\"application/json\" id=\"data\">";
        int from = page.indexOf(tag) + tag.length();
        return page.substring(from, page.indexOf("</script>", from));
    }

    static JsonNode data(String page) throws IOException {
        return new ObjectMapper().readTree(dataText(page));
    }
}

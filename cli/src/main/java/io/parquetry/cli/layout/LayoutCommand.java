package io.parquetry.cli.layout;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.cli.write.Destination;
import io.parquetry.cli.write.NewFile;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry layout}. */
@Command(
        name = "layout",
        mixinStandardHelpOptions = true,
        description = {
            "Write a page for a browser that shows a file as a picture: its bytes in order, its row groups, columns and"
                    + " pages by their bytes, each column's encodings, nulls and bounds, and what could be better.",
            "",
            "A click on a page shows the fields of its header byte by byte, its levels and its first values. The page"
                    + " is one file and loads nothing. A large file is drawn by its footer and indexes; bytes are read"
                    + " of at most --pages pages, and the page says what it leaves out.",
            "A file that is broken gets a page that says where, as far as it can be read, and exit code 1. After two"
                    + " seconds, progress goes to stderr."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry layout quakes.parquet -o quakes.html",
            "  parquetry layout --pages 0 s3://bucket/large.parquet -o large.html"
        })
public final class LayoutCommand implements Callable<Integer> {
    private static final int PAGES_MAX = 100_000;

    private static final ReaderOptions WITHOUT_READ_AHEAD = ReaderOptions.builder()
            .checksums(ReaderOptions.Checksums.VERIFY)
            .readAhead(ReaderOptions.ReadAhead.LEAST)
            .build();

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "HTML",
            required = true,
            description = "The page to write; - writes it to stdout. Without --force it must not exist.")
    private FileLocation output;

    @Option(names = "--force", description = "Replace the page if it exists.")
    private boolean force;

    @Option(
            names = "--pages",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Show the bytes of at most N pages, 1000 if not given; 0 reads footer and indexes alone.")
    private int pages;

    @Mixin
    private StorageOptions storages;

    @Parameters(paramLabel = "FILE", description = "A Parquet file: a path or a URL, such as s3://bucket/key.")
    private FileLocation file;

    @Override
    public Integer call() throws IOException {
        if (pages < 0 || pages > PAGES_MAX) {
            throw new ParameterException(spec.commandLine(), "--pages is " + pages + "; it must be 0 to " + PAGES_MAX);
        }
        Destination.requireOther(output, file);
        NewFile.Existing existing = force ? NewFile.Existing.REPLACED : NewFile.Existing.REFUSED;
        LayoutModel model;
        try (Destination page = Destination.open(output, existing, spec)) {
            model = model();
            Writer out = new OutputStreamWriter(stream(page.output()), StandardCharsets.UTF_8);
            LayoutPage.write(model, out);
            out.flush();
            page.publish();
            Destination.report(output, summary(model, page.output().position()), spec);
        }
        if (!model.problems().isEmpty()) {
            Problem first = model.problems().get(0);
            throw new CommandException(file + ": is broken in "
                    + NumberText.counted(model.problems().size(), "place") + ", first in " + first.where() + ": "
                    + first.what());
        }
        return 0;
    }

    private static OutputStream stream(OutputFile file) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] buffer, int offset, int length) throws IOException {
                file.write(buffer, offset, length);
            }
        };
    }

    private static String summary(LayoutModel model, long bytes) {
        FileOutline outline = model.outline();
        long drawn = outline.chunks().stream()
                .mapToLong(chunk -> chunk.pages().size())
                .sum();
        return NumberText.counted(drawn, "page") + " of "
                + NumberText.counted(
                        outline.footer()
                                .map(footer -> footer.rowGroups().size())
                                .orElse(0),
                        "row group")
                + " in " + NumberText.counted(bytes, "byte");
    }

    private LayoutModel model() throws IOException {
        LayoutLimits limits = LayoutLimits.of(pages);
        String program = String.join(" ", spec.version());
        try (InputFiles files = storages.files();
                WindowedFile bytes = new WindowedFile(files.bytes(file))) {
            ParquetReader opened;
            try {
                opened = open(files);
            } catch (ParquetException e) {
                FileOutline broken = OutlineReader.readBroken(file.toString(), bytes, e, limits);
                return LayoutModel.of(program, broken, Optional.empty(), bytes, limits, pagesRead -> {});
            }
            try (ParquetReader reader = opened.with(WITHOUT_READ_AHEAD)) {
                return model(program, reader, bytes, limits);
            }
        }
    }

    /** Opens the file and reads all of its footer. */
    private ParquetReader open(InputFiles files) throws IOException {
        ParquetReader reader = files.open(file, new WindowedFile(files.bytes(file)));
        try {
            reader.metadata().readDetails();
            return reader;
        } catch (ParquetException e) {
            try (reader) {
                throw e;
            }
        }
    }

    private LayoutModel model(String program, ParquetReader reader, WindowedFile bytes, LayoutLimits limits)
            throws IOException {
        long chunks = (long) reader.metadata().rowGroups().size()
                * reader.schema().leaves().size();
        ProgressLines outlined = progress("column chunks", chunks);
        FileOutline outline = OutlineReader.read(file.toString(), reader, bytes, limits, outlined::reached);
        ProgressLines shown = progress("pages read", limits.detailsMax());
        return LayoutModel.of(program, outline, Optional.of(reader), bytes, limits, shown::reached);
    }

    private ProgressLines progress(String noun, long total) {
        return new ProgressLines(spec.commandLine().getErr(), "", noun, total);
    }
}

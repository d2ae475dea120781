package io.parquetry.cli.verify;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.console.Terminal;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.failure.FailureText;
import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Read files whole and check their metadata against their values; prints one line for each file.",
            "",
            "Checked are page checksums, every page and value, rows and levels, that records can be assembled; bytes"
                    + " of chunks and row groups, encodings of pages; null, NaN and distinct counts; minimum and"
                    + " maximum"
                    + " (of old writers, as far as their order can be trusted); size and geospatial statistics, column"
                    + " and offset indexes, bloom filters, and that rows are sorted as the file says.",
            "A deviation that misleads no reader is printed behind the file. A _metadata file is read as the table"
                    + " of the files that it"
                    + " names.",
            "A file that this program does not support is BAD too, because it was not checked. In a directory, all"
                    + " files"
                    + " *.parquet are verified, also in subdirectories, but nothing whose name begins with _ or a"
                    + " dot. Exit code 1 if any file is bad. After two seconds, progress goes to stderr."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  parquetry verify quakes.parquet", "  parquetry verify topics/ && echo all good"})
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        CliConsole out = CliConsole.outliving(spec);
        try (InputFiles files = arguments.open()) {
            return verify(files, out);
        }
    }

    private int verify(InputFiles files, CliConsole out) throws IOException {
        List<ListedFile> found = arguments.listed(files);
        long bytes = found.stream().mapToLong(ListedFile::bytes).sum();
        ProgressLines progress = new ProgressLines(spec.commandLine().getErr(), "", "bytes", bytes);
        int bad = 0;
        long done = 0;
        for (ListedFile listed : found) {
            bad += verify(files, listed, out, progress, done) ? 0 : 1;
            done += listed.bytes();
        }
        if (found.size() > 1 && !json.isGiven()) {
            out.println(NumberText.counted(found.size(), "file") + ", " + NumberText.grouped(bad) + " bad");
        }
        return bad == 0 ? 0 : 1;
    }

    private boolean verify(
            InputFiles files, ListedFile listed, CliConsole out, ProgressLines progress, long bytesBefore)
            throws IOException {
        FileLocation file = listed.file();
        try {
            FileVerifier.Contents good = FileVerifier.verify(
                    files, file, part -> progress.reached(bytesBefore + (long) (part * listed.bytes())));
            print(file, good, out);
            return true;
        } catch (ParquetException | CommandException | IOException e) {
            print(file, FailureText.of(e), out);
            return false;
        } finally {
            out.flush();
        }
    }

    private void print(FileLocation file, FileVerifier.Contents good, CliConsole out) throws IOException {
        if (json.isGiven()) {
            print(
                    out,
                    object(file, true)
                            .put("rows", good.rows())
                            .put("columns", good.columns())
                            .put("pages", good.pages())
                            .put("deviations", good.deviations())
                            .put("fault", (Object) null));
        } else {
            out.println(out.styled(Terminal.Style.GOOD, "OK") + "   " + file + ": "
                    + NumberText.counted(good.rows(), "row") + ", "
                    + NumberText.counted(good.columns(), "column") + ", " + NumberText.counted(good.pages(), "page")
                    + text(good.deviations()));
        }
    }

    private void print(FileLocation file, String fault, CliConsole out) throws IOException {
        if (json.isGiven()) {
            print(
                    out,
                    object(file, false)
                            .put("rows", (Object) null)
                            .put("columns", (Object) null)
                            .put("pages", (Object) null)
                            .put("deviations", List.of())
                            .put("fault", fault));
        } else {
            out.println(out.styled(Terminal.Style.BAD, "BAD") + "  " + fault);
        }
    }

    private static JsonRow object(FileLocation file, boolean good) {
        return new JsonRow().put("file", file.toString()).put("good", good);
    }

    private static void print(CliConsole out, JsonRow row) throws IOException {
        try (JsonLines lines = new JsonLines(out)) {
            lines.write(row);
        }
    }

    /** On one line, whatever names the file has, for who reads a line for each file. */
    private static String text(List<String> deviations) {
        if (deviations.isEmpty()) {
            return "";
        }
        String further =
                deviations.size() == 1 ? "" : "; and " + NumberText.counted(deviations.size() - 1L, "more deviation");
        return " (" + FailureText.oneLine(deviations.get(0)) + further + ")";
    }
}

package io.parquetry.cli.verify;

import io.parquetry.cli.console.Console;
import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.failure.FailureText;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
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
    private static final String ENDING = ".parquet";

    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOptions storages;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Parquet files, or directories of them: paths, s3://bucket/key or hdfs://...")
    private List<FileLocation> locations;

    @Override
    public Integer call() throws IOException {
        Console out = Console.outliving(spec);
        try (InputFiles files = storages.files()) {
            return verify(files, out);
        }
    }

    private int verify(InputFiles files, Console out) throws IOException {
        List<ListedFile> found = new ArrayList<>();
        for (FileLocation named : locations) {
            found.addAll(files.isDirectory(named) ? within(files, named) : List.of(listed(files, named)));
        }
        long bytes = found.stream().mapToLong(ListedFile::bytes).sum();
        ProgressLines progress = new ProgressLines(spec.commandLine().getErr(), "", "bytes", bytes, System::nanoTime);
        int bad = 0;
        long done = 0;
        for (ListedFile listed : found) {
            bad += verify(files, listed, out, progress, done) ? 0 : 1;
            done += listed.bytes();
        }
        if (found.size() > 1) {
            out.println(NumberText.counted(found.size(), "file") + ", " + NumberText.grouped(bad) + " bad");
        }
        return bad == 0 ? 0 : 1;
    }

    /** A missing file counts 0 here and fails when it is verified. */
    private static ListedFile listed(InputFiles files, FileLocation file) throws IOException {
        return new ListedFile(file, files.length(file));
    }

    private static boolean verify(
            InputFiles files, ListedFile listed, Console out, ProgressLines progress, long bytesBefore) {
        FileLocation file = listed.file();
        try {
            FileVerifier.Contents good = FileVerifier.verify(
                    files, file, part -> progress.reached(bytesBefore + (long) (part * listed.bytes())));
            out.println("OK   " + file + ": " + NumberText.counted(good.rows(), "row") + ", "
                    + NumberText.counted(good.columns(), "column") + ", " + NumberText.counted(good.pages(), "page")
                    + text(good.deviations()));
            return true;
        } catch (ParquetException | CommandException | IOException e) {
            out.println("BAD  " + FailureText.of(e));
            return false;
        } finally {
            out.flush();
        }
    }

    private static String text(List<String> deviations) {
        return switch (deviations.size()) {
            case 0 -> "";
            case 1 -> " (" + deviations.get(0) + ")";
            default ->
                " (" + deviations.get(0) + "; and " + NumberText.counted(deviations.size() - 1L, "more deviation")
                        + ")";
        };
    }

    private static List<ListedFile> within(InputFiles files, FileLocation directory) throws IOException {
        List<ListedFile> found = directory.local().isPresent()
                ? within(files, directory.local().get())
                : files.within(directory, name -> name.endsWith(ENDING));
        if (found.isEmpty()) {
            throw new CommandException(directory + ": there is no file *" + ENDING + " in this directory");
        }
        return found;
    }

    private static List<ListedFile> within(InputFiles files, Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> paths = tree.filter(path -> path.toString().endsWith(ENDING))
                    .filter(path -> isVisible(directory.relativize(path)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            List<ListedFile> found = new ArrayList<>();
            for (Path path : paths) {
                found.add(listed(files, FileLocation.of(path)));
            }
            return found;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean isVisible(Path relative) {
        for (Path name : relative) {
            if (name.toString().startsWith("_") || name.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }
}

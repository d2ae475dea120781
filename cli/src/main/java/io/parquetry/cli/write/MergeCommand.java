package io.parquetry.cli.write;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry merge}. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = {
            "Join files of the same schema into one, row group after row group, without decoding a value.",
            "",
            "Encodings, codecs and row groups are kept, so many small files make a file of many small row"
                    + " groups. What the key-value metadata says of the rows of one file, such as offsets of the sink,"
                    + " is left out. OUT, the last argument, must not exist; it appears when it is complete, and"
                    + " after a failure there is no OUT. The IN files are not changed."
        },
        footerHeading = "%nExample:%n",
        footer = "  parquetry merge hours/*.parquet day.parquet && parquetry verify day.parquet")
public final class MergeCommand implements Callable<Integer> {
    private static final String ORDER = "; OUT, the file to write, comes last, after the files to join";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keep-first-metadata",
            description = "Where files give different values for a key of their key-value metadata, the first file"
                    + " decides. Without this, such files are refused.")
    private boolean keepFirstMetadata;

    @Parameters(
            paramLabel = "IN... OUT",
            hideParamSyntax = true,
            arity = "1..*",
            description = "IN are Parquet files, in the order of their rows in OUT, directories of them, or patterns:"
                    + " paths or URLs, such as s3://bucket/key; - is stdin. OUT is the file to write, which must not"
                    + " exist; - is stdout.")
    private List<FileLocation> files;

    @Mixin
    private StorageOptions storages;

    @Override
    public Integer call() throws IOException {
        if (files.size() < 2) {
            throw new ParameterException(
                    spec.commandLine(), "only " + files.get(0) + " is given" + ORDER + ", as in merge IN... OUT");
        }
        FileLocation target = files.get(files.size() - 1);
        requireNew(target);
        try (Destination file = Destination.open(target, NewFile.Existing.KEPT, spec);
                InputFiles opened = storages.files()) {
            List<ListedFile> inputs = opened.parquetFiles(files.subList(0, files.size() - 1));
            FileMetadata merged = merge(file, opened, inputs);
            Destination.report(
                    target,
                    NumberText.counted(merged.rows(), "row") + " in "
                            + NumberText.counted(merged.rowGroups().size(), "row group") + " from "
                            + NumberText.counted(inputs.size(), "file"),
                    spec);
        }
        return 0;
    }

    /** The last argument is one of the files to read where OUT was forgotten, or was given first. */
    private static void requireNew(FileLocation target) {
        if (target.isStandardStream()) {
            return;
        }
        Path path = target.requireLocal(NewFile.NOT_LOCAL + ORDER);
        if (target.isPattern()) {
            throw new CommandException(target + ": is a pattern of files to read" + ORDER);
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new CommandException(target + ": exists already and is not overwritten" + ORDER);
        }
    }

    private FileMetadata merge(Destination file, InputFiles opened, List<ListedFile> inputs) throws IOException {
        ProgressLines progress = new ProgressLines(spec.commandLine().getErr(), "", "files", inputs.size());
        ParquetMerger.KeyValues policy =
                keepFirstMetadata ? ParquetMerger.KeyValues.FIRST_DECIDES : ParquetMerger.KeyValues.MUST_AGREE;
        Predicate<String> ofRows = key -> inputs.size() > 1 && KeptKeyValues.isOfRows(key);
        try (ParquetMerger merger = ParquetMerger.create(file.output(), policy, ofRows)) {
            for (int i = 0; i < inputs.size(); i++) {
                InputFile source = opened.bytes(inputs.get(i).file());
                merger.append(source);
                progress.reached(i + 1L);
            }
            FileMetadata merged = merger.finish();
            file.publish();
            KeptKeyValues.report(merger.keysLeftOut(), spec.commandLine().getErr());
            return merged;
        }
    }
}

package io.parquetry.cli.write;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
                    + " groups. OUT must not exist; it appears when it is complete, and after a failure there is no"
                    + " OUT. The IN"
                    + " files are not changed."
        },
        footerHeading = "%nExample:%n",
        footer = "  parquetry merge day.parquet hours/*.parquet && parquetry verify day.parquet")
public final class MergeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keep-first-metadata",
            description = "Where files give different values for a key of their key-value metadata, the first file"
                    + " decides. Without this, such files are refused.")
    private boolean keepFirstMetadata;

    @Parameters(index = "0", paramLabel = "OUT", description = "The file to write, which must not exist; - is stdout.")
    private FileLocation target;

    @Parameters(
            index = "1..*",
            paramLabel = "IN",
            arity = "1..*",
            description = "Parquet files, in the order of their rows in OUT, directories of them, or patterns: paths,"
                    + " s3://bucket/key or hdfs://...; - is stdin.")
    private List<FileLocation> sources;

    @Mixin
    private StorageOptions storages;

    @Override
    public Integer call() throws IOException {
        try (Destination file = Destination.open(target, NewFile.Existing.REFUSED, spec);
                InputFiles files = storages.files()) {
            List<ListedFile> inputs = files.parquetFiles(sources);
            FileMetadata merged = merge(file, files, inputs);
            Destination.report(
                    target,
                    NumberText.counted(merged.rows(), "row") + " in "
                            + NumberText.counted(merged.rowGroups().size(), "row group") + " from "
                            + NumberText.counted(inputs.size(), "file"),
                    spec);
        }
        return 0;
    }

    private FileMetadata merge(Destination file, InputFiles files, List<ListedFile> inputs) throws IOException {
        ProgressLines progress =
                new ProgressLines(spec.commandLine().getErr(), "", "files", inputs.size(), System::nanoTime);
        ParquetMerger.KeyValues policy =
                keepFirstMetadata ? ParquetMerger.KeyValues.FIRST_DECIDES : ParquetMerger.KeyValues.MUST_AGREE;
        try (ParquetMerger merger = ParquetMerger.create(file.output(), policy)) {
            for (int i = 0; i < inputs.size(); i++) {
                InputFile source = files.bytes(inputs.get(i).file());
                merger.append(source);
                progress.reached(i + 1L);
            }
            FileMetadata merged = merger.finish();
            file.publish();
            return merged;
        }
    }
}

package io.parquetry.cli.write;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry rewrite}. */
@Command(
        name = "rewrite",
        mixinStandardHelpOptions = true,
        description = {
            "Write the rows of files to a new file: with another codec, other encodings or row groups, fewer columns or"
                    + " rows, sorted, or with masked values.",
            "",
            "Values are kept bit by bit; INT96, which is never written, becomes TIMESTAMP(NANOS). Columns keep their"
                    + " codec unless --codec or --level is given, and their bloom filters. Several files must have one"
                    + " schema; their rows follow in the order of the files.",
            "Key-value metadata are kept where they stay true: not where files disagree, and not the schemas of other"
                    + " systems (ARROW:schema, pandas, Spark, Avro, the sink ...) when columns change; stderr names"
                    + " what is left out.",
            "Sorting takes the space of the rows twice beside OUT, and memory for a row group.",
            "OUT appears when it is complete; after a failure there is no OUT. It is never one of the IN files."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry rewrite --codec zstd --level 9 big.parquet small.parquet",
            "  parquetry rewrite --sort 'country, ts desc' --bloom id 'day/*.parquet' day.parquet",
            "  parquetry rewrite --drop internal --mask email=hash --mask name=constant:X people.parquet open.parquet",
            "  parquetry rewrite --encoding price=byte_stream_split --row-group-bytes 16777216 a.parquet b.parquet"
        })
public final class RewriteCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RewriteOptions choices;

    @Option(
            names = "--mask-key-file",
            paramLabel = "FILE",
            description = "A file with the key for hashes (HMAC-SHA-256); who does not have it cannot test guesses.")
    private Path maskKeyFile;

    @Mixin
    private NewFileOptions options;

    @Parameters(
            index = "0",
            paramLabel = "IN",
            description =
                    "A Parquet file, a directory or a pattern: a path or a URL, such as s3://bucket/key; - is stdin.")
    private FileLocation source;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The file to write, which must not exist without --force; - is stdout.")
    private FileLocation target;

    @Mixin
    private StorageOptions storages;

    @Override
    public Integer call() throws IOException {
        options.build(options.writer());
        FileRewrite.Plan plan = new FileRewrite.Plan(
                choices.columns(),
                choices.dropped(),
                choices.where(),
                choices.sortedBy(),
                choices.encodings(),
                choices.bloomFilters(),
                choices.masks(),
                maskKey());
        try (InputFiles files = storages.files()) {
            List<ListedFile> listed = files.parquetFiles(List.of(source));
            for (ListedFile file : listed) {
                Destination.requireOther(target, file.file());
            }
            FileRewrite rewrite = new FileRewrite(
                    files, listed, plan, options, spec.commandLine().getErr());
            rewrite.prepare();
            for (FileLocation named : rewrite.named()) {
                Destination.requireOther(target, named);
            }
            try (Destination file = Destination.open(target, options.existing(), spec)) {
                FileMetadata written = rewrite.write(
                        file, new ProgressLines(spec.commandLine().getErr(), "", "rows read", rewrite.rows()));
                report(rewrite, written, file.output().position());
            }
        }
        return 0;
    }

    private Optional<byte[]> maskKey() throws IOException {
        if (maskKeyFile == null) {
            return Optional.empty();
        }
        Destination.requireOther(target, FileLocation.of(maskKeyFile));
        byte[] key = Files.readAllBytes(FileLocation.requireNoDirectory(maskKeyFile));
        if (key.length == 0) {
            throw new CommandException(maskKeyFile + ": is empty; the key for hashes has at least one byte");
        }
        return Optional.of(key);
    }

    private void report(FileRewrite rewrite, FileMetadata written, long bytes) {
        KeptKeyValues.report(rewrite.droppedKeys(), spec.commandLine().getErr());
        Destination.report(
                target,
                NumberText.counted(written.rows(), "row") + " in "
                        + NumberText.counted(written.rowGroups().size(), "row group") + ", "
                        + NumberText.counted(written.schema().leaves().size(), "column") + ", "
                        + NumberText.counted(bytes, "byte") + " of " + NumberText.grouped(rewrite.bytes()),
                spec);
    }
}

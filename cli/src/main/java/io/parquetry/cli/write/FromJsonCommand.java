package io.parquetry.cli.write;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.cli.json.JsonInput;
import io.parquetry.cli.json.RecordParser;
import io.parquetry.cli.json.SchemaInference;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry from-json}. */
@Command(
        name = "from-json",
        mixinStandardHelpOptions = true,
        description = {
            "Write a Parquet file of JSON records, one per line, in the form of cat.",
            "",
            "Without --schema, the input is read twice: whole numbers become INT64, or DOUBLE where there are fractions"
                    + " too; text is STRING, and dates are not detected; objects are groups and arrays lists. A field"
                    + " of several types becomes a column of JSON text. Every field may be null.",
            "With --schema, decimals are text or numbers, dates and times are ISO 8601, bytes base64, a map is an"
                    + " object"
                    + " or a list of {\"key\", \"value\"}. A line that does not fit fails the command with its"
                    + " number and"
                    + " the path of the field.",
            "OUT appears when it is complete; after a failure there is no OUT."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry from-json webhooks.ndjson webhooks.parquet",
            "  parquetry from-json --schema 'message m { required int64 id; optional int32 day (DATE); }' in.ndjson"
                    + " out.parquet",
            "  parquetry cat --limit 1000 big.parquet | parquetry from-json --schema big.parquet - small.parquet"
        })
public final class FromJsonCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--schema",
            paramLabel = "TEXT|FILE",
            description = "The schema as 'parquetry schema' prints it, a file with that text, or a Parquet file with"
                    + " the schema. Inferred from the records if not given.")
    private String schema;

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            description =
                    "The compression of pages: zstd (the default), snappy, gzip, lz4_raw, brotli or uncompressed.")
    private String codec;

    @Option(names = "--level", paramLabel = "N", description = "Level of the codec, if it has levels.")
    private Integer level;

    @Option(
            names = "--row-group-bytes",
            paramLabel = "N",
            description = "Largest row group in bytes, 134217728 if not given.")
    private Long rowGroupBytes;

    @Option(names = "--page-bytes", paramLabel = "N", description = "Largest page in bytes, 1048576 if not given.")
    private Integer pageBytes;

    @Option(names = "--force", description = "Replace OUT if it exists.")
    private boolean force;

    @Parameters(index = "0", paramLabel = "IN", description = "JSON records, one per line; - reads them from stdin.")
    private String source;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The file to write, which must not exist without --force; - is stdout.")
    private FileLocation target;

    @Mixin
    private StorageOptions storages;

    @Override
    public Integer call() throws IOException {
        WriterOptions options = options();
        Optional<MessageType> given =
                schema == null ? Optional.empty() : Optional.of(SchemaOption.of(schema, storages));
        NewFile.Existing existing = force ? NewFile.Existing.REPLACED : NewFile.Existing.REFUSED;
        FileLocation.of(source)
                .requireLocal("JSON is read from local files and stdin; pipe it in, as in aws s3 cp " + source
                        + " - | parquetry from-json - " + target);
        try (Destination file = Destination.open(target, existing, spec);
                TwoPassInput input = TwoPassInput.of(source, file.temporary(".input.tmp"), System.in)) {
            MessageType writtenSchema = given.isPresent() ? given.get() : inferred(input);
            FileMetadata written = write(input, writtenSchema, options, file);
            Destination.report(
                    target,
                    NumberText.counted(written.rows(), "row") + ", "
                            + NumberText.counted(writtenSchema.leaves().size(), "column") + ", "
                            + NumberText.counted(file.output().position(), "byte"),
                    spec);
        }
        return 0;
    }

    private WriterOptions options() {
        try {
            WriterOptions.Builder options = WriterOptions.builder();
            if (codec != null) {
                options.codec(codec());
            }
            if (level != null) {
                options.compressionLevel(level);
            }
            if (rowGroupBytes != null) {
                options.rowGroupBytesMax(rowGroupBytes);
            }
            if (pageBytes != null) {
                options.pageBytesMax(pageBytes);
            }
            return options.build();
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private CompressionCodec codec() {
        return Arrays.stream(CompressionCodec.values())
                .filter(each -> each.name().equals(codec.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--codec is " + codec + "; it must be one of "
                                + Arrays.stream(CompressionCodec.values())
                                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                                        .filter(name -> !name.equals("lzo") && !name.equals("lz4"))
                                        .collect(Collectors.joining(", "))));
    }

    private MessageType inferred(TwoPassInput input) throws IOException {
        SchemaInference inference = new SchemaInference();
        ProgressLines progress = progress(input, "bytes read for the schema");
        try (JsonInput records = input.firstPass()) {
            Optional<Boolean> more;
            do {
                more = records.next(record -> {
                    inference.add(record);
                    return true;
                });
                progress.reached(records.bytes());
            } while (more.isPresent());
        }
        return inference.schema();
    }

    private FileMetadata write(TwoPassInput input, MessageType writtenSchema, WriterOptions options, Destination file)
            throws IOException {
        RecordParser reader = RecordParser.of(writtenSchema);
        ProgressLines progress = progress(input, "bytes written");
        try (JsonInput records = schema == null ? input.secondPass() : input.singlePass();
                ParquetWriter<Map<String, ?>> writer =
                        ParquetWriter.create(file.output(), writtenSchema, PlainRecords.walker(), options)) {
            Optional<Boolean> more;
            do {
                more = records.next(record -> {
                    writer.write(reader.read(record));
                    return true;
                });
                progress.reached(records.bytes());
            } while (more.isPresent());
            FileMetadata written = writer.finish();
            // Closing the writer would close the file before it is published.
            file.publish();
            return written;
        } catch (InvalidRecordException e) {
            throw e;
        } catch (UsageException e) {
            throw new CommandException("the schema cannot be written: " + e.getMessage(), e);
        }
    }

    private ProgressLines progress(TwoPassInput input, String noun) throws IOException {
        return input.length().isPresent()
                ? new ProgressLines(
                        spec.commandLine().getErr(), "", noun, input.length().getAsLong(), System::nanoTime)
                : new ProgressLines(spec.commandLine().getErr(), "", noun, System::nanoTime);
    }
}

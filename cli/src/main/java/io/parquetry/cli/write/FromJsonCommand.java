package io.parquetry.cli.write;

import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.cli.json.JsonInput;
import io.parquetry.cli.json.RecordParser;
import io.parquetry.cli.json.SchemaInference;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
                    + " of several types, or with more digits than a DOUBLE keeps, becomes a column of JSON text."
                    + " Every field may be null.",
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

    @Mixin
    private NewFileOptions options;

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
        WriterOptions written = options.build(options.writer());
        Optional<MessageType> given =
                schema == null ? Optional.empty() : Optional.of(SchemaOption.of(schema, storages));
        FileLocation.of(source)
                .requireLocal("JSON is read from local files and stdin; pipe it in, as in aws s3 cp " + source
                        + " - | parquetry from-json - " + target);
        try (Destination file = Destination.open(target, options.existing(), spec);
                TwoPassInput input = TwoPassInput.of(source, file.temporary(".input.tmp"), System.in)) {
            MessageType writtenSchema = given.isPresent() ? given.get() : inferred(input);
            new RecordImport(spec, target, written)
                    .write(
                            input,
                            writtenSchema,
                            file,
                            () -> new Lines(
                                    new JsonInput(
                                            input.name(), given.isPresent() ? input.singlePass() : input.secondPass()),
                                    RecordParser.of(writtenSchema)));
        }
        return 0;
    }

    private MessageType inferred(TwoPassInput input) throws IOException {
        SchemaInference inference = new SchemaInference();
        ProgressLines progress = RecordImport.progress(spec, input, "bytes read for the schema");
        try (JsonInput records = new JsonInput(input.name(), input.firstPass())) {
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

    private record Lines(JsonInput lines, RecordParser parser) implements RecordSource {
        @Override
        public boolean next(Consumer consumer) throws IOException {
            return lines.next(record -> {
                        consumer.accept(parser.read(record));
                        return true;
                    })
                    .isPresent();
        }

        @Override
        public long bytes() {
            return lines.bytes();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}

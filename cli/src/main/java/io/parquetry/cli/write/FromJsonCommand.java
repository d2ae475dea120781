package io.parquetry.cli.write;

import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.json.JsonInput;
import io.parquetry.cli.json.RecordParser;
import io.parquetry.cli.json.SchemaInference;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class FromJsonCommand extends ImportCommand {
    @Option(
            names = "--schema",
            paramLabel = "TEXT|FILE",
            description = "The schema as 'parquetry schema' prints it, a file with that text, or a Parquet file with"
                    + " the schema. Inferred from the records if not given.")
    private String schema;

    @Parameters(index = "0", paramLabel = "IN", description = "JSON records, one per line; - reads them from stdin.")
    private String source;

    @Override
    public Integer call() throws IOException {
        write("JSON", source, schema);
        return 0;
    }

    @Override
    MessageType inferred(String name, InputStream input, ProgressLines progress) throws IOException {
        SchemaInference inference = new SchemaInference();
        try (JsonInput records = new JsonInput(name, input)) {
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

    @Override
    RecordSource records(String name, InputStream input, MessageType written) throws IOException {
        return new Lines(new JsonInput(name, input), RecordParser.of(written));
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

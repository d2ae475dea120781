package io.parquetry.cli.write;

import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.csv.CsvFormat;
import io.parquetry.cli.csv.CsvInference;
import io.parquetry.cli.csv.CsvInput;
import io.parquetry.cli.csv.CsvRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code parquetry from-csv}. */
@Command(
        name = "from-csv",
        mixinStandardHelpOptions = true,
        description = {
            "Write a Parquet file of CSV (RFC 4180) in UTF-8, whose first line has the names of the columns.",
            "",
            "Without --schema, the input is read twice: true and false become BOOLEAN, whole numbers INT64, or DOUBLE"
                    + " where there are fractions too; 2024-02-29 DATE, 2024-02-29 12:00:00 TIMESTAMP, in UTC with Z"
                    + " or an offset; all else is STRING, and so are numbers with a leading zero, or with more digits"
                    + " than a DOUBLE keeps. Every column may be null.",
            "With --schema, columns are the fields of the schema with their names, in any order; fields take the forms"
                    + " that from-json takes, groups, lists and maps as JSON text. A record that does not fit fails the"
                    + " command with its line and column.",
            "An empty field is null, and an empty text where it is in quotes. OUT appears when it is complete; after a"
                    + " failure there is no OUT."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry from-csv people.csv people.parquet",
            "  parquetry from-csv --delimiter ';' --null NA export.csv export.parquet",
            "  parquetry from-csv --schema people.parquet - more.parquet < more.csv"
        })
public final class FromCsvCommand extends ImportCommand {
    @Option(
            names = "--schema",
            paramLabel = "TEXT|FILE",
            description = "The schema as 'parquetry schema' prints it, a file with that text, or a Parquet file with"
                    + " the schema. Inferred from the fields if not given.")
    private String schema;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            defaultValue = ",",
            description = "What is between fields, a comma if not given; tab for a tab.")
    private String delimiter;

    @Option(
            names = "--no-header",
            description = "The first line is a record. Columns are named column1, column2, ..., or by --schema.")
    private boolean noHeader;

    @Option(
            names = "--null",
            paramLabel = "TEXT",
            description = "A text that means null, such as NA, besides an empty field.")
    private String nullText;

    @Parameters(index = "0", paramLabel = "IN", description = "CSV in UTF-8; - reads it from stdin.")
    private String source;

    /** Null before the command runs. */
    private CsvFormat format;

    @Override
    public Integer call() throws IOException {
        format = new CsvFormat(requireDelimiter(), !noHeader, Optional.ofNullable(nullText));
        write("CSV", source, schema);
        return 0;
    }

    private char requireDelimiter() {
        String text = delimiter.equals("tab") || delimiter.equals("\\t") ? "\t" : delimiter;
        if (text.length() != 1 || "\"\r\n".contains(text)) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--delimiter is '" + delimiter + "'; it is one character, such as ; or |, or tab, and no quote");
        }
        return text.charAt(0);
    }

    @Override
    MessageType inferred(String name, InputStream input, ProgressLines progress) throws IOException {
        try (CsvInput csv = new CsvInput(name, input, format)) {
            CsvInference inference = new CsvInference(csv.names());
            Optional<String[]> fields = csv.next();
            while (fields.isPresent()) {
                inference.add(fields.get());
                progress.reached(csv.bytes());
                fields = csv.next();
            }
            return inference.schema();
        }
    }

    @Override
    RecordSource records(String name, InputStream input, MessageType written) throws IOException {
        CsvInput csv = new CsvInput(name, input, format);
        return new Rows(csv, CsvRecords.of(csv, written, format));
    }

    private record Rows(CsvInput csv, CsvRecords records) implements RecordSource {
        @Override
        public boolean next(Consumer consumer) throws IOException {
            return records.next(consumer::accept);
        }

        @Override
        public long bytes() {
            return csv.bytes();
        }

        @Override
        public void close() throws IOException {
            csv.close();
        }
    }
}

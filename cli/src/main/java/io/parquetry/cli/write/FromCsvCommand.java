package io.parquetry.cli.write;

import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.csv.CsvFormat;
import io.parquetry.cli.csv.CsvInference;
import io.parquetry.cli.csv.CsvInput;
import io.parquetry.cli.csv.CsvRecords;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
public final class FromCsvCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

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

    @Mixin
    private NewFileOptions options;

    @Parameters(index = "0", paramLabel = "IN", description = "CSV in UTF-8; - reads it from stdin.")
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
        CsvFormat format = new CsvFormat(delimiter(), !noHeader, Optional.ofNullable(nullText));
        WriterOptions written = options.build(options.writer());
        Optional<MessageType> given =
                schema == null ? Optional.empty() : Optional.of(SchemaOption.of(schema, storages));
        FileLocation.of(source)
                .requireLocal("CSV is read from local files and stdin; pipe it in, as in aws s3 cp " + source
                        + " - | parquetry from-csv - " + target);
        try (Destination file = Destination.open(target, options.existing(), spec);
                TwoPassInput input = TwoPassInput.of(source, file.temporary(".input.tmp"), System.in)) {
            MessageType writtenSchema = given.isPresent() ? given.get() : inferred(input, format);
            new RecordImport(spec, target, written).write(input, writtenSchema, file, () -> {
                CsvInput csv =
                        new CsvInput(input.name(), given.isPresent() ? input.singlePass() : input.secondPass(), format);
                return new Rows(csv, CsvRecords.of(csv, writtenSchema, format));
            });
        }
        return 0;
    }

    private char delimiter() {
        String text = delimiter.equals("tab") || delimiter.equals("\\t") ? "\t" : delimiter;
        if (text.length() != 1 || "\"\r\n".contains(text)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--delimiter is '" + delimiter + "'; it is one character, such as ; or |, or tab, and no quote");
        }
        return text.charAt(0);
    }

    private MessageType inferred(TwoPassInput input, CsvFormat format) throws IOException {
        ProgressLines progress = RecordImport.progress(spec, input, "bytes read for the schema");
        try (CsvInput csv = new CsvInput(input.name(), input.firstPass(), format)) {
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

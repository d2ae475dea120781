package io.parquetry.cli.write;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that writes the records of a text to a new file, by a schema that is given or inferred from them. */
abstract class ImportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NewFileOptions options;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The file to write, which must not exist without --force; - is stdout.")
    private FileLocation target;

    @Mixin
    private StorageOptions storages;

    /** The schema of all records of an input. */
    abstract MessageType inferred(String name, InputStream input, ProgressLines progress) throws IOException;

    /** The records of an input, by a schema. */
    abstract RecordSource records(String name, InputStream input, MessageType schema) throws IOException;

    final CommandSpec spec() {
        return spec;
    }

    /**
     * Writes the file.
     *
     * @param format of the text, for messages
     * @param source a path, or {@code -}
     * @param schema null where it is inferred
     */
    final void write(String format, String source, String schema) throws IOException {
        WriterOptions written = options.build(options.writer());
        Optional<MessageType> given =
                schema == null ? Optional.empty() : Optional.of(SchemaOption.of(schema, storages, target));
        FileLocation text = FileLocation.of(source);
        text.requireLocal(format + " is read from local files and stdin; pipe it in, as in aws s3 cp " + source
                + " - | parquetry " + spec.name() + " - " + target);
        Destination.requireOther(target, text);
        try (Destination file = Destination.open(target, options.existing(), spec);
                TwoPassInput input = TwoPassInput.of(source, file.temporary(".input.tmp"), System.in)) {
            if (given.isPresent()) {
                write(input, input.singlePass(), given.get(), file, written);
            } else {
                MessageType inferred =
                        inferred(input.name(), input.firstPass(), progress(input, "bytes read for the schema"));
                write(input, input.secondPass(), inferred, file, written);
            }
        }
    }

    private void write(
            TwoPassInput input, InputStream pass, MessageType schema, Destination file, WriterOptions written)
            throws IOException {
        ProgressLines progress = progress(input, "bytes written");
        try (RecordSource source = records(input.name(), pass, schema);
                ParquetWriter<Map<String, ?>> writer =
                        ParquetWriter.create(file.output(), schema, PlainRecords.walker(), written)) {
            while (source.next(writer::write)) {
                progress.reached(source.bytes());
            }
            FileMetadata footer = writer.finish();
            // Closing the writer would close the file before it is published.
            file.publish();
            Destination.report(
                    target,
                    NumberText.counted(footer.rows(), "row") + ", "
                            + NumberText.counted(schema.leaves().size(), "column") + ", "
                            + NumberText.counted(file.output().position(), "byte"),
                    spec);
        } catch (InvalidRecordException e) {
            throw e;
        } catch (UsageException e) {
            throw new CommandException("the schema cannot be written: " + e.getMessage(), e);
        }
    }

    private ProgressLines progress(TwoPassInput input, String noun) throws IOException {
        return input.length().isPresent()
                ? new ProgressLines(
                        spec.commandLine().getErr(), "", noun, input.length().getAsLong())
                : new ProgressLines(spec.commandLine().getErr(), "", noun);
    }
}

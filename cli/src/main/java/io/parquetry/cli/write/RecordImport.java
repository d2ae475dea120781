package io.parquetry.cli.write;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** Writes the records of a text to a new file. */
final class RecordImport {
    private final CommandSpec command;
    private final FileLocation target;
    private final WriterOptions options;

    RecordImport(CommandSpec command, FileLocation target, WriterOptions options) {
        this.command = command;
        this.target = target;
        this.options = options;
    }

    /** Opens the records once their schema is known. */
    @FunctionalInterface
    interface Records {
        RecordSource open() throws IOException;
    }

    void write(TwoPassInput input, MessageType schema, Destination file, Records records) throws IOException {
        ProgressLines progress = progress(command, input, "bytes written");
        try (RecordSource source = records.open();
                ParquetWriter<Map<String, ?>> writer =
                        ParquetWriter.create(file.output(), schema, PlainRecords.walker(), options)) {
            while (source.next(writer::write)) {
                progress.reached(source.bytes());
            }
            FileMetadata written = writer.finish();
            // Closing the writer would close the file before it is published.
            file.publish();
            Destination.report(
                    target,
                    NumberText.counted(written.rows(), "row") + ", "
                            + NumberText.counted(schema.leaves().size(), "column") + ", "
                            + NumberText.counted(file.output().position(), "byte"),
                    command);
        } catch (InvalidRecordException e) {
            throw e;
        } catch (UsageException e) {
            throw new CommandException("the schema cannot be written: " + e.getMessage(), e);
        }
    }

    static ProgressLines progress(CommandSpec command, TwoPassInput input, String noun) throws IOException {
        return input.length().isPresent()
                ? new ProgressLines(
                        command.commandLine().getErr(), "", noun, input.length().getAsLong(), System::nanoTime)
                : new ProgressLines(command.commandLine().getErr(), "", noun, System::nanoTime);
    }
}

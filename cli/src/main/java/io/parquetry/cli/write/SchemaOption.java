package io.parquetry.cli.write;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The schema that {@code --schema} gives: its text, a file with its text, or a Parquet file. */
final class SchemaOption {
    private static final String TEXT_BEGIN = "message";
    private static final byte[] PARQUET_BEGIN = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private SchemaOption() {}

    /** @param target of the command, which does not replace the file of the schema */
    static MessageType of(String given, StorageOptions storages, FileLocation target) throws IOException {
        if (given.strip().startsWith(TEXT_BEGIN) && given.contains("{")) {
            return parsed("--schema", given);
        }
        FileLocation location = FileLocation.of(given);
        Destination.requireOther(target, location);
        if (location.local().isEmpty()) {
            try (InputFiles files = storages.files();
                    ParquetReader reader = files.open(location)) {
                return reader.schema();
            }
        }
        Path file = FileLocation.requireNoDirectory(location.local().get());
        // What is read of a pipe to look at it is gone.
        if (Files.isRegularFile(file) && isParquet(file)) {
            try (ParquetReader reader = InputFiles.open(file)) {
                return reader.schema();
            }
        }
        try {
            return parsed(given, Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new CommandException(
                    given + ": is neither a Parquet file nor the text of a schema, which begins with 'message'", e);
        }
    }

    private static boolean isParquet(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(PARQUET_BEGIN.length), PARQUET_BEGIN);
        }
    }

    private static MessageType parsed(String where, String text) {
        try {
            return MessageType.parse(text);
        } catch (ParquetException e) {
            throw new CommandException(where + ": " + e.getMessage(), e);
        }
    }
}

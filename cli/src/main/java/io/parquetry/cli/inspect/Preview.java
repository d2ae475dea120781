package io.parquetry.cli.inspect;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/** The beginning of what {@code schema} and {@code cat} print, as lines for others to show. */
public final class Preview {
    private Preview() {}

    public static List<String> schema(Path file) throws IOException {
        try (ParquetReader reader = InputFiles.open(file)) {
            return reader.schema().toString().lines().toList();
        }
    }

    /** @param rows at most this many */
    public static List<String> rows(Path file, int rows) throws IOException {
        StringWriter text = new StringWriter();
        try (ParquetReader reader = InputFiles.open(file);
                JsonLines lines = new JsonLines(new PrintWriter(text))) {
            RecordCursor cursor = reader.records(new JsonRecords());
            for (int i = 0; i < rows && cursor.next(); i++) {
                lines.write(cursor.record());
            }
        }
        return text.toString().lines().toList();
    }
}

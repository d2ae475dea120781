package io.parquetry.cli.inspect;

import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.file.GregorianDates;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** The schema and the first rows of a file, as lines. */
public final class FilePreview {
    private static final int LENGTH_MAX = 100;

    private FilePreview() {}

    public static List<String> schema(ParquetReader file) {
        return file.schema().toString().lines().toList();
    }

    /**
     * The first rows with one line per field; a long line is cut.
     *
     * @param rows at most this many
     */
    public static List<String> rows(ParquetReader file, int rows) throws IOException {
        List<String> lines = new ArrayList<>();
        RecordCursor<JsonRecordBuilder.Struct> cursor =
                file.records(GregorianDates.of(file.metadata(), new JsonRecordBuilder()));
        for (int i = 0; i < rows && cursor.next(); i++) {
            JsonRecordBuilder.Struct row = cursor.record();
            for (int field = 0; field < row.values().length; field++) {
                lines.add((field == 0 ? "- " : "  ") + row.names().get(field) + ": " + cut(json(row.values()[field])));
            }
        }
        return lines;
    }

    private static String json(Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonLines lines = new JsonLines(new PrintWriter(text))) {
            lines.write(value);
        }
        return text.toString().strip();
    }

    private static String cut(String text) {
        return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX) + " ...";
    }
}

package io.parquetry.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.cli.json.RawJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * Writes the records of {@link JsonRecordBuilder} as CSV: a header of the top-level fields, then one record each. A
 * null is an empty field, an empty text is one in quotes. Groups, lists, maps and variants are JSON text. Lines end
 * with a line feed.
 */
public final class CsvRows {
    private final CsvWriter csv;

    public CsvRows(PrintWriter out) {
        this.csv = CsvWriter.builder()
                .quoteStrategy(QuoteStrategies.EMPTY)
                .lineDelimiter(LineDelimiter.LF)
                .autoFlush(false)
                .build(out);
    }

    public void header(List<String> names) {
        csv.writeRecord(names);
    }

    public void write(JsonRecordBuilder.Struct record) throws IOException {
        String[] cells = new String[record.values().length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(record.values()[i]);
        }
        csv.writeRecord(cells);
    }

    private static String cell(Object value) throws IOException {
        if (value == null) {
            return null;
        }
        boolean leaf = value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof RawJson;
        return leaf ? value.toString() : json(value);
    }

    private static String json(Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonLines lines = new JsonLines(new PrintWriter(text))) {
            lines.write(value);
        }
        return text.toString().strip();
    }

    /** Hands everything on to the writer below. */
    public void flush() throws IOException {
        csv.flush();
    }
}

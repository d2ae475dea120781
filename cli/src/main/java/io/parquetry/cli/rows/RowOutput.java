package io.parquetry.cli.rows;

import io.parquetry.cli.csv.CsvRows;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Type;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Prints rows in one of the formats. */
interface RowOutput extends Closeable {
    static RowOutput of(RowFormat format, PrintWriter out) throws IOException {
        return switch (format) {
            case JSON -> new Json(new JsonLines(out));
            case CSV -> new Csv(new CsvRows(out));
        };
    }

    /** Called before rows of this file; the schema is that of the rows. */
    void begin(FileLocation file, MessageType schema);

    void row(JsonRecordBuilder.Struct row) throws IOException;

    /** One object a line. */
    record Json(JsonLines lines) implements RowOutput {
        @Override
        public void begin(FileLocation file, MessageType schema) {}

        @Override
        public void row(JsonRecordBuilder.Struct row) throws IOException {
            lines.write(row);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    /** All files must have the columns of the header. */
    final class Csv implements RowOutput {
        private final CsvRows rows;
        private List<String> header = List.of();

        Csv(CsvRows rows) {
            this.rows = rows;
        }

        @Override
        public void begin(FileLocation file, MessageType schema) {
            List<String> names = schema.fields().stream().map(Type::name).toList();
            if (header.isEmpty()) {
                header = names;
                rows.header(names);
            } else if (!header.equals(names)) {
                throw new CommandException(file + ": has the columns " + String.join(",", names)
                        + ", but the header has " + String.join(",", header)
                        + "; name columns that all files have with --columns");
            }
        }

        @Override
        public void row(JsonRecordBuilder.Struct row) throws IOException {
            rows.write(row);
        }

        @Override
        public void close() throws IOException {
            rows.flush();
        }
    }
}

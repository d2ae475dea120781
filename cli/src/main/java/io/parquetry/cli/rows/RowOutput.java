package io.parquetry.cli.rows;

import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.PrintWriter;

/** Prints rows in one of the formats. */
final class RowOutput implements AutoCloseable {
    private final JsonLines lines;

    private RowOutput(JsonLines lines) {
        this.lines = lines;
    }

    static RowOutput of(PrintWriter out) throws IOException {
        return new RowOutput(new JsonLines(out));
    }

    /** Called before rows of this file; the schema is that of the rows. */
    void begin(FileLocation file, MessageType schema) {}

    void row(JsonRecordBuilder.Struct row) throws IOException {
        lines.write(row);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}

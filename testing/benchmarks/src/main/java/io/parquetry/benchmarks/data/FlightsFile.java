package io.parquetry.benchmarks.data;

import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** The three million real flights of a file that Polars wrote, in memory by column. */
public final class FlightsFile implements Dataset {
    /** The columns of the file that hold numbers. */
    public static final List<String> NUMBERS = List.of("date", "delay", "distance");

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("flight")
            .field("date", Timestamp.builder().optional().build())
            .field("delay", Schema.OPTIONAL_INT64_SCHEMA)
            .field("distance", Schema.OPTIONAL_INT64_SCHEMA)
            .field("origin", Schema.OPTIONAL_STRING_SCHEMA)
            .field("destination", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private final int rows;
    private final Object[][] columns;

    private FlightsFile(int rows, Object[][] columns) {
        this.rows = rows;
        this.columns = columns;
    }

    public static FlightsFile read(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            int rows = Math.toIntExact(reader.metadata().rows());
            Object[][] columns = new Object[SCHEMA.fields().size()][rows];
            for (int i = 0; i < columns.length; i++) {
                String name = SCHEMA.fields().get(i).name();
                ColumnCursor cursor = reader.column(reader.schema().leaves().stream()
                        .filter(leaf -> leaf.dottedPath().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IOException(file + " has no column " + name)));
                fill(columns[i], cursor);
            }
            return new FlightsFile(rows, columns);
        }
    }

    /** Equal values share one object; rows get copies. */
    private static void fill(Object[] column, ColumnCursor cursor) throws IOException {
        Map<Object, Object> known = new HashMap<>();
        for (int row = 0; cursor.next(); row++) {
            Object value =
                    cursor.value() instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : cursor.value();
            column[row] = value == null ? null : known.computeIfAbsent(value, one -> one);
        }
    }

    @Override
    public String name() {
        return "d: 3 million flights";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return rows;
    }

    @Override
    public int rowsMax() {
        return rows;
    }

    @Override
    public Struct row(int number) {
        Struct record = new Struct(SCHEMA);
        Long micros = (Long) columns[0][number];
        record.put("date", micros == null ? null : new Date(Math.floorDiv(micros, 1_000L)));
        for (int i = 1; i < columns.length; i++) {
            record.put(SCHEMA.fields().get(i), copy(columns[i][number]));
        }
        return record;
    }

    private static Object copy(Object value) {
        return value instanceof String text ? new String(text.toCharArray()) : value;
    }
}

package io.parquetry.format.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The maxima are of the values, in a dictionary or not, and a null is no value. */
class ColumnMaximaTest {
    private static final int ROWS = 5000;
    private static final MessageType SCHEMA = new MessageType(
            "rows",
            List.of(
                    PrimitiveType.of("distinct", Repetition.REQUIRED, PhysicalType.INT64),
                    PrimitiveType.of("repeated", Repetition.OPTIONAL, PhysicalType.INT64),
                    PrimitiveType.of("empty", Repetition.OPTIONAL, PhysicalType.INT64)));

    private static MemoryInputFile file() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (int row = 0; row < ROWS; row++) {
                Map<String, Object> record = new HashMap<>();
                record.put("distinct", -1_000_003L * row);
                record.put("repeated", row % 3 == 0 ? null : (Long) (row % 7L));
                record.put("empty", null);
                writer.write(record);
            }
            writer.finish();
        }
        return out.toInputFile();
    }

    @Test
    void eachColumnHasTheMaximumOfItsValues() throws IOException {
        MemoryInputFile in = file();
        try (ParquetReader reader = ParquetReader.open(in, ReaderOptions.DEFAULT)) {
            assertThat(ColumnMaxima.of(in, reader.metadata(), reader.schema().leaves()))
                    .containsExactly(0, 6, Long.MIN_VALUE);
        }
    }
}

package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.SchemaJson;
import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/** Files in memory, written and read by the engine. */
public final class TestFiles {
    private TestFiles() {}

    /** The records written in the layout of the first of them, and read back. */
    public static List<StoredRecord> roundTrip(List<SinkRecord> records, RecordMetadata metadata, int precision)
            throws IOException {
        return read(write(RecordLayout.of(records.get(0), metadata, ColumnTypes.ofPrecision(precision)), records));
    }

    static MemoryInputFile write(RecordLayout layout, List<SinkRecord> records) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<SinkRecord> writer =
                ParquetWriter.create(out, layout.schema(), layout.walker(), WriterOptions.DEFAULT)) {
            for (SinkRecord record : records) {
                writer.write(record);
            }
            layout.keyValueMetadata().forEach(writer::putKeyValue);
            writer.finish();
        }
        return out.toInputFile();
    }

    /** A file as another writer writes it: plain records without metadata of the sink. */
    static MemoryInputFile write(MessageType schema, List<Map<String, Object>> records, Map<String, String> notes)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            notes.forEach(writer::putKeyValue);
            writer.finish();
        }
        return out.toInputFile();
    }

    static List<StoredRecord> read(InputFile file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            List<StoredRecord> records = new ArrayList<>();
            RecordCursor<StoredRecord> cursor =
                    reader.records(StoredRows.of(reader.metadata()).builder());
            while (cursor.next()) {
                records.add(cursor.record());
            }
            return records;
        }
    }

    /** All properties of a schema as text: Kafka's equality compares arrays in defaults by reference. */
    static String text(Schema schema) {
        return ValueJson.text(SchemaJson.write(schema));
    }
}

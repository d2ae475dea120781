package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Parquetry, from the records of a sink. */
final class ParquetryWrite extends RecordWrite<SinkRecord> {
    private final String name;
    private final RecordLayout layout;
    private final WriterOptions options;

    ParquetryWrite(Dataset data, int rows, Path file, Codec codec) {
        this("parquetry, from Structs", data, rows, file, codec.options().build());
    }

    /** With options of its own beside the codec. */
    ParquetryWrite(
            String name,
            Dataset data,
            int rows,
            Path file,
            Codec codec,
            Function<WriterOptions.Builder, WriterOptions.Builder> more) {
        this(name, data, rows, file, more.apply(codec.options()).build());
    }

    private ParquetryWrite(String name, Dataset data, int rows, Path file, WriterOptions options) {
        super(data, rows, file);
        this.name = name;
        this.options = options;
        layout = RecordLayout.of(null, data.schema(), RecordMetadata.NONE, ColumnTypes.DEFAULT);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    SinkRecord prepare(Struct record) {
        return new SinkRecord("topic", 0, null, null, record.schema(), record, 0);
    }

    @Override
    Target<SinkRecord> open(Path file) throws IOException {
        ParquetWriter<SinkRecord> writer =
                ParquetWriter.create(LocalOutputFile.create(file), layout.schema(), layout.walker(), options);
        layout.keyValueMetadata().forEach(writer::putKeyValue);
        return new Target<>() {
            @Override
            public void write(SinkRecord record) throws IOException {
                writer.write(record);
            }

            @Override
            public void close() throws IOException {
                try (writer) {
                    writer.finish();
                }
            }
        };
    }
}

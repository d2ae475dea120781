package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Parquetry, from the records of a sink. */
final class ParquetryWrite extends RecordWrite<SinkRecord> {
    private final String name;
    private final RecordLayout layout;
    private final WriterOptions options;

    ParquetryWrite(Dataset data, int rows, Path file, Codec codec) {
        this("parquetry, from Structs", data, rows, file, options(codec).build());
    }

    /** With a level of the codec. */
    ParquetryWrite(Dataset data, int rows, Path file, Codec codec, int level) {
        this(
                "parquetry, " + codec + " level " + level,
                data,
                rows,
                file,
                options(codec).compressionLevel(level).build());
    }

    /** With an encoding for the columns of DOUBLE. */
    ParquetryWrite(Dataset data, int rows, Path file, Codec codec, Encoding encoding) {
        this("parquetry, " + encoding, data, rows, file, options(data, codec, encoding));
    }

    private ParquetryWrite(String name, Dataset data, int rows, Path file, WriterOptions options) {
        super(data, rows, file);
        this.name = name;
        this.options = options;
        layout = layout(data);
    }

    private static RecordLayout layout(Dataset data) {
        return RecordLayout.of(null, data.schema(), RecordMetadata.NONE, ColumnTypes.DEFAULT);
    }

    private static WriterOptions options(Dataset data, Codec codec, Encoding encoding) {
        WriterOptions.Builder options = options(codec);
        for (LeafColumn leaf : layout(data).schema().leaves()) {
            if (leaf.type().physicalType() == PhysicalType.DOUBLE) {
                options.column(
                        leaf.dottedPath(),
                        ColumnOptions.builder().encoding(encoding).build());
            }
        }
        return options.build();
    }

    private static WriterOptions.Builder options(Codec codec) {
        return WriterOptions.builder().codec(codec.parquetry());
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

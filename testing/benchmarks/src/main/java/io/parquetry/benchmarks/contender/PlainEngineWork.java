package io.parquetry.benchmarks.contender;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Plain records to a file and back. Each build of the engine loads this class anew, so callers know it by types of the
 * JDK only, and it uses only what older builds have too.
 */
public final class PlainEngineWork implements EngineWork {
    @Override
    public Consumer<Map<String, ?>> write(String schema, String codec, OptionalInt level, Path file)
            throws IOException {
        WriterOptions.Builder options = WriterOptions.builder().codec(CompressionCodec.valueOf(codec));
        level.ifPresent(options::compressionLevel);
        return new Writing(ParquetWriter.create(
                LocalOutputFile.create(file), MessageType.parse(schema), PlainRecords.walker(), options.build()));
    }

    @Override
    public long read(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder());
            long rows = 0;
            while (records.next()) {
                if (records.record() == null) {
                    throw new IOException(file + ": row " + rows + " has no record");
                }
                rows++;
            }
            return rows;
        }
    }

    private record Writing(ParquetWriter<Map<String, ?>> writer) implements Consumer<Map<String, ?>>, Closeable {
        @Override
        public void accept(Map<String, ?> row) {
            try {
                writer.write(row);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write a record: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() throws IOException {
            try (writer) {
                writer.finish();
            }
        }
    }
}

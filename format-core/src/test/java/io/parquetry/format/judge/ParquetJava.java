package io.parquetry.format.judge;

import io.parquetry.format.schema.MessageType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageTypeParser;

/** Reads and writes files in memory with parquet-java, with its {@link Group}s and without Hadoop's configuration. */
public final class ParquetJava {
    private static final CompressionCodecName[] CODECS = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4_RAW
    };

    private ParquetJava() {}

    static org.apache.parquet.schema.MessageType schema(MessageType ours) {
        return MessageTypeParser.parseMessageType(ours.toString());
    }

    /** Reads all records of a file and verifies checksums. */
    static List<Map<String, Object>> read(byte[] file, MessageType schema) throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        try (ParquetReader<Group> reader = new GroupReaderBuilder(inputFile(file)).build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                records.add(Groups.record(group, schema));
            }
        }
        return records;
    }

    private static final class GroupReaderBuilder extends ParquetReader.Builder<Group> {
        GroupReaderBuilder(InputFile file) {
            super(file, new PlainParquetConfiguration());
            usePageChecksumVerification();
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    /** Writes a file with the options that {@code settings} sets. */
    public static byte[] write(
            List<Map<String, Object>> records, MessageType schema, UnaryOperator<ExampleParquetWriter.Builder> settings)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        org.apache.parquet.schema.MessageType theirs = schema(schema);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(outputFile(bytes))
                .withConf(new PlainParquetConfiguration())
                .withType(theirs);
        try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
            for (Map<String, Object> each : records) {
                writer.write(Groups.group(each, schema, theirs));
            }
        }
        return bytes.toByteArray();
    }

    /** Random options: both page versions, all codecs and encodings, pages and row groups from tiny to large. */
    static ExampleParquetWriter.Builder randomSettings(ExampleParquetWriter.Builder builder, Random random) {
        return builder.withWriterVersion(WriterVersion.values()[random.nextInt(2)])
                .withCompressionCodec(CODECS[random.nextInt(CODECS.length)])
                .withDictionaryEncoding(random.nextBoolean())
                .withDictionaryPageSize(128 << random.nextInt(12))
                .withByteStreamSplitEncoding(random.nextBoolean())
                .withPageSize(64 << random.nextInt(12))
                .withPageRowCountLimit(1 << random.nextInt(12))
                .withMinRowCountForPageSizeCheck(1 + random.nextInt(50))
                .withRowGroupSize(1024L << random.nextInt(14))
                .withPageWriteChecksumEnabled(random.nextBoolean());
    }

    static InputFile inputFile(byte[] bytes) {
        return new InputFile() {
            @Override
            public long getLength() {
                return bytes.length;
            }

            @Override
            public SeekableInputStream newStream() {
                Bytes stream = new Bytes(bytes);
                return new DelegatingSeekableInputStream(stream) {
                    @Override
                    public long getPos() {
                        return stream.position();
                    }

                    @Override
                    public void seek(long position) {
                        stream.seek((int) position);
                    }
                };
            }
        };
    }

    private static final class Bytes extends ByteArrayInputStream {
        Bytes(byte[] bytes) {
            super(bytes);
        }

        int position() {
            return pos;
        }

        void seek(int position) {
            pos = position;
        }
    }

    private static OutputFile outputFile(ByteArrayOutputStream bytes) {
        PositionOutputStream stream = new PositionOutputStream() {
            @Override
            public long getPos() {
                return bytes.size();
            }

            @Override
            public void write(int value) {
                bytes.write(value);
            }

            @Override
            public void write(byte[] buffer, int offset, int length) {
                bytes.write(buffer, offset, length);
            }
        };
        return new OutputFile() {
            @Override
            public PositionOutputStream create(long blockSizeHint) {
                return stream;
            }

            @Override
            public PositionOutputStream createOrOverwrite(long blockSizeHint) {
                return stream;
            }

            @Override
            public boolean supportsBlockSize() {
                return false;
            }

            @Override
            public long defaultBlockSize() {
                return 0;
            }
        };
    }
}

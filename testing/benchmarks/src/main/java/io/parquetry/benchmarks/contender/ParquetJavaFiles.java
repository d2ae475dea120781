package io.parquetry.benchmarks.contender;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;

/**
 * parquet-java in its fastest configuration: without Hadoop's file systems, so that no .crc files are written. Page
 * size, page rows, row group size and dictionary size are its defaults, which are the defaults of Parquetry too. Lists
 * have three levels.
 */
final class ParquetJavaFiles {
    private ParquetJavaFiles() {}

    static ParquetWriter<GenericData.Record> writer(Path file, Schema schema, Codec codec) throws IOException {
        ParquetConfiguration configuration = new PlainParquetConfiguration();
        configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
        codec.level().ifPresent(level -> setLevel(configuration, codec, level));
        return AvroParquetWriter.<GenericData.Record>builder(new LocalOutputFile(file))
                .withConf(configuration)
                .withSchema(schema)
                .withDataModel(GenericData.get())
                .withCompressionCodec(codec.parquetJava())
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .build();
    }

    private static void setLevel(ParquetConfiguration configuration, Codec codec, int level) {
        if (codec.parquetJava() == CompressionCodecName.ZSTD) {
            configuration.setInt(ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL, level);
        } else {
            configuration.set("zlib.compress.level", level == 1 ? "BEST_SPEED" : "BEST_COMPRESSION");
        }
    }

    private static ParquetReader<GenericData.Record> reader(Path file) throws IOException {
        return AvroParquetReader.<GenericData.Record>builder(new LocalInputFile(file), new PlainParquetConfiguration())
                .withDataModel(GenericData.get())
                .build();
    }

    /** Opens a file and reads its footer. */
    static ParquetFileReader open(Path file) throws IOException {
        return ParquetFileReader.open(
                new LocalInputFile(file),
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build());
    }

    /** Reads the Avro records of a file, at most {@code most}. */
    static long records(Path file, long most) throws IOException {
        try (ParquetReader<GenericData.Record> reader = reader(file)) {
            long rows = 0;
            while (rows < most && reader.read() != null) {
                rows++;
            }
            return rows;
        }
    }
}

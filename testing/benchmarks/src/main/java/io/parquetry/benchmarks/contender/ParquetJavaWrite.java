package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.connect.data.Struct;
import org.apache.parquet.hadoop.ParquetWriter;

/** parquet-java through Avro records. */
abstract class ParquetJavaWrite<T> extends RecordWrite<T> {
    final StructToAvro converter;
    private final Codec codec;

    ParquetJavaWrite(Dataset data, int rows, Path file, Codec codec) {
        super(data, rows, file);
        this.converter = StructToAvro.of(data.schema());
        this.codec = codec;
    }

    final Target<T> target(Path file, Function<T, GenericData.Record> conversion) throws IOException {
        ParquetWriter<GenericData.Record> writer = ParquetJavaFiles.writer(file, converter.schema(), codec);
        return new Target<>() {
            @Override
            public void write(T record) throws IOException {
                writer.write(conversion.apply(record));
            }

            @Override
            public void close() throws IOException {
                writer.close();
            }
        };
    }

    /** From Structs; the conversion to Avro records is measured. */
    static final class FromStructs extends ParquetJavaWrite<Struct> {
        FromStructs(Dataset data, int rows, Path file, Codec codec) {
            super(data, rows, file, codec);
        }

        @Override
        public String name() {
            return "parquet-java, from Structs through Avro";
        }

        @Override
        Struct prepare(Struct record) {
            return record;
        }

        @Override
        Target<Struct> open(Path file) throws IOException {
            return target(file, converter::record);
        }
    }

    /** From Avro records; their creation is not measured. */
    static final class FromAvro extends ParquetJavaWrite<GenericData.Record> {
        FromAvro(Dataset data, int rows, Path file, Codec codec) {
            super(data, rows, file, codec);
        }

        @Override
        public String name() {
            return "parquet-java, from prebuilt Avro";
        }

        @Override
        GenericData.Record prepare(Struct record) {
            return converter.record(record);
        }

        @Override
        Target<GenericData.Record> open(Path file) throws IOException {
            return target(file, record -> record);
        }
    }
}

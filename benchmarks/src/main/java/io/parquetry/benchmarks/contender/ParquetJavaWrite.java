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
    final StructToAvro form;
    private final Codec codec;

    ParquetJavaWrite(Dataset data, int rows, Path file, Codec codec) {
        super(data, rows, file);
        this.form = StructToAvro.of(data.schema());
        this.codec = codec;
    }

    final Target<T> target(Path file, Function<T, GenericData.Record> conversion) throws IOException {
        ParquetWriter<GenericData.Record> writer = ParquetJavaFiles.writer(file, form.schema(), codec);
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

    /** From Structs, each made into an Avro record within the measured time. */
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
            return target(file, form::record);
        }
    }

    /** From Avro records that were made before. */
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
            return form.record(record);
        }

        @Override
        Target<GenericData.Record> open(Path file) throws IOException {
            return target(file, record -> record);
        }
    }
}

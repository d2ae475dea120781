package io.parquetry.format.judge;

import io.parquetry.format.Judge;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiPredicate;

/** Writes and reads files in memory with the engine. */
final class OurFiles {
    /** The codecs that every implementation reads. */
    private static final List<CompressionCodec> CODECS =
            CompressionCodec.written().stream().filter(Judge.PARQUET_JAVA::has).toList();

    private OurFiles() {}

    /**
     * Random options: both page versions, all codecs and encodings, pages and row groups from tiny to large, with and
     * without dictionaries, some of which overflow. ALP is left out: no judge reads it yet.
     */
    static WriterOptions options(MessageType schema, Random random) {
        return options(schema, random, (type, encoding) -> encoding != Encoding.ALP);
    }

    /** The same with the accepted encodings only. */
    static WriterOptions options(MessageType schema, Random random, BiPredicate<PrimitiveType, Encoding> accepted) {
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(CODECS.get(random.nextInt(CODECS.size())))
                .pageVersion(random.nextBoolean() ? WriterOptions.PageVersion.V1 : WriterOptions.PageVersion.V2)
                .encoding(
                        random.nextBoolean()
                                ? WriterOptions.EncodingChoice.AUTO
                                : WriterOptions.EncodingChoice.COMPATIBLE)
                .dictionary(
                        random.nextInt(4) == 0
                                ? WriterOptions.Dictionary.NEVER
                                : WriterOptions.Dictionary.WHERE_IT_PAYS)
                .dictionaryBytesMax(64 << random.nextInt(12))
                .pageBytesMax(64 << random.nextInt(12))
                .pageRowsMax(1 << random.nextInt(12))
                .rowGroupBytesMax(1024 << random.nextInt(14));
        for (LeafColumn leaf : schema.leaves()) {
            List<Encoding> encodings = ValueEncoders.allowed(leaf.type().physicalType()).stream()
                    .filter(encoding -> accepted.test(leaf.type(), encoding))
                    .toList();
            if (random.nextInt(4) == 0) {
                Encoding encoding = encodings.get(random.nextInt(encodings.size()));
                options.column(
                        leaf.dottedPath(),
                        ColumnOptions.builder().encoding(encoding).build());
            }
        }
        return options.build();
    }

    static byte[] write(List<Map<String, Object>> records, MessageType schema, WriterOptions options)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("ours");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    /** Reads all records and verifies checksums. */
    static List<Object> read(byte[] file) throws IOException {
        return read(file, 0);
    }

    /** Reads the records from {@code firstRow} on and verifies checksums. */
    static List<Object> read(byte[] file, long firstRow) throws IOException {
        ReaderOptions options = ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .build();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), options)) {
            List<Object> records = new ArrayList<>();
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            while (cursor.next()) {
                records.add(cursor.record());
            }
            return records;
        }
    }
}

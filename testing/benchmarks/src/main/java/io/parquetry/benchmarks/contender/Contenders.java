package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.host.EncodingHints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;

/** The contenders of each scenario. Parquetry is first in every list, and ratios refer to the first. */
public final class Contenders {
    private static final String PARQUETRY = "parquetry";
    private static final String PARQUET_JAVA = "parquet-java";

    private Contenders() {}

    /**
     * Writes a data set.
     *
     * @param folder an empty folder for their files
     */
    public static List<Contender> write(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path seed = seed(data, rows, Codec.UNCOMPRESSED, folder);
        List<Contender> contenders = new ArrayList<>(List.of(
                parquetryWrite(data, rows, codec, folder),
                parquetJavaWrite(data, rows, codec, folder),
                new ParquetJavaWrite.FromAvro(data, rows, folder.resolve("parquet-java-avro.parquet"), codec)));
        if (codec.isOfDuckDb()) {
            contenders.add(new DuckDbWrite(seed, folder.resolve("duckdb.parquet"), codec));
        }
        return contenders;
    }

    /** The size of the file that DuckDB writes of a data set; empty where it has not the codec's level. */
    public static OptionalLong duckDbBytes(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        if (!codec.isOfDuckDb()) {
            return OptionalLong.empty();
        }
        Path seed = seed(data, rows, Codec.UNCOMPRESSED, folder);
        Path file = folder.resolve("duckdb.parquet");
        try (DuckDbWrite write = new DuckDbWrite(seed, file, codec)) {
            return OptionalLong.of(write.run().bytes());
        } finally {
            Files.deleteIfExists(file);
            Files.delete(seed);
        }
    }

    /** Writes a data set, and does only that part of the work which every writer of its records has. */
    public static List<Contender> floor(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path plain = seed(data, rows, Codec.UNCOMPRESSED, folder);
        return List.of(
                parquetryWrite(data, rows, codec, folder),
                new FloorWrite(data, rows, folder.resolve("floor"), codec, plain));
    }

    /** Reads a file, and does only that part of the work which every reader to its records has. */
    public static List<Contender> readFloor(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path plain = folder.resolve("plain.parquet");
        new ParquetryWrite(data, rows, plain, Codec.UNCOMPRESSED).run();
        Path file = seed(data, rows, codec, folder);
        Path pages = folder.resolve("floor");
        FloorRead floor = new FloorRead(data, rows, codec, plain, pages, file);
        Files.delete(plain);
        return List.of(parquetryRead(file), new FileRead("pages decompressed, values made", pages, floor));
    }

    /** Writes a data set with ZSTD: as by default, and with one level for all pages; documents as JSON text. */
    public static List<Contender> levels(Dataset data, int rows, Path folder) {
        List<Contender> contenders = new ArrayList<>(List.of(level(data, rows, OptionalInt.empty(), folder)));
        for (int level : new int[] {3, 1, 2, 5}) {
            contenders.add(level(data, rows, OptionalInt.of(level), folder));
        }
        return contenders;
    }

    private static Contender level(Dataset data, int rows, OptionalInt level, Path folder) {
        if (data.document(0).isPresent()) {
            Map<String, String> keys = new HashMap<>(Map.of("schemaless", "json"));
            level.ifPresent(given -> keys.put("parquet.codec", "zstd:" + given));
            return SinkPut.schemaless(data, rows, keys, Codec.ZSTD, folder);
        }
        String name = level.isPresent() ? "parquetry, ZSTD level " + level.getAsInt() : "parquetry, ZSTD";
        return new ParquetryWrite(name, data, rows, folder.resolve("level.parquet"), Codec.ZSTD, options -> {
            level.ifPresent(options::compressionLevel);
            return options;
        });
    }

    /** Writes a data set as by default, and with the smallest encodings: as a first file, and as one that has hints. */
    public static List<Contender> encodings(Dataset data, int rows, Codec codec, Path folder) {
        EncodingHints hints = new EncodingHints();
        return List.of(
                parquetryWrite(data, rows, codec, folder),
                parquetryWrite("parquetry, auto, first file", data, rows, codec, folder, Contenders::auto),
                parquetryWrite(
                        "parquetry, auto, later files",
                        data,
                        rows,
                        codec,
                        folder,
                        options -> auto(options).encodingHints(hints)));
    }

    private static WriterOptions.Builder auto(WriterOptions.Builder options) {
        return options.encoding(WriterOptions.EncodingChoice.AUTO);
    }

    /**
     * Writes a data set with the engine alone and with the sink, with 1, 10 and 100 open files, and with 100 files one
     * after the other.
     */
    public static List<Contender> sink(Dataset data, int rows, Codec codec, Path folder) {
        List<Contender> contenders = new ArrayList<>();
        for (int files : new int[] {1, 10, 100}) {
            contenders.add(SinkPut.engine(data, rows, files, codec, folder));
            contenders.add(SinkPut.sink(data, rows, files, codec, folder));
        }
        contenders.add(SinkPut.rotatingSink(data, rows, Math.max(1, rows / 100), codec, folder));
        return contenders;
    }

    /** Writes a data set with the sink to files only, and to the files of a table with and without partition fields. */
    public static List<Contender> table(Dataset data, int rows, Codec codec, Path folder) {
        String first = data.schema().fields().get(0).name();
        return List.of(
                SinkPut.files(data, rows, codec, folder),
                SinkPut.table(data, rows, "", codec, folder),
                SinkPut.table(data, rows, "bucket(1, " + first + ")", codec, folder));
    }

    /** Writes documents without schema with the sink, as JSON text, as columns, and as variants. */
    public static List<Contender> schemaless(Dataset data, int rows, Codec codec, Path folder) {
        return List.of(
                SinkPut.schemaless(data, rows, Map.of("schemaless", "json"), codec, folder),
                SinkPut.schemaless(data, rows, Map.of("schemaless", "infer"), codec, folder),
                SinkPut.schemaless(data, rows, Map.of("schemaless", "variant"), codec, folder),
                SinkPut.schemaless(
                        data, rows, Map.of("schemaless", "variant", "variant.shred", "auto"), codec, folder));
    }

    /** Writes {@code files} files with the sink to the local disk, to a bucket with several checksums, and to Azure. */
    public static List<Contender> stores(Dataset data, int rows, int files, Codec codec, Path folder)
            throws IOException {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(SinkOnStorage.local(data, rows, files, codec, folder));
        for (String checksum : new String[] {"md5", "crc32c"}) {
            contenders.add(SinkOnStorage.s3(checksum, data, rows, files, codec, folder));
        }
        contenders.add(SinkOnStorage.azure(data, rows, files, codec, folder));
        return contenders;
    }

    /** Reads a file of rows with the engine alone and with the source. */
    public static List<Contender> source(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path file = SourcePoll.file(data, rows, codec, layout(data, RecordMetadata.NONE), folder.resolve("rows"));
        return List.of(
                SourcePoll.reader("the engine alone, rows to Structs", file),
                SourcePoll.bareRecords("the engine, and a bare SourceRecord for each", file),
                SourcePoll.source("the source, mode=rows", file, rows, Map.of("mode", "rows", "topic", "rows")));
    }

    private static RecordLayout layout(Dataset data, RecordMetadata metadata) {
        return RecordLayout.of(Schema.STRING_SCHEMA, data.schema(), metadata, ColumnTypes.DEFAULT);
    }

    /** Reads a file with record metadata with the engine alone and with the source. */
    public static List<Contender> restore(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path file = SourcePoll.file(data, rows, codec, layout(data, RecordMetadata.KAFKA), folder.resolve("records"));
        return List.of(
                SourcePoll.reader("the engine alone, records with metadata", file),
                SourcePoll.source("the source, mode=restore", file, rows, Map.of("mode", "restore")));
    }

    /** Parquetry. */
    public static RecordWrite<?> parquetryWrite(Dataset data, int rows, Codec codec, Path folder) {
        return new ParquetryWrite(data, rows, folder.resolve("parquetry.parquet"), codec);
    }

    /** Parquetry with options of its own. */
    public static RecordWrite<?> parquetryWrite(
            String name,
            Dataset data,
            int rows,
            Codec codec,
            Path folder,
            Function<WriterOptions.Builder, WriterOptions.Builder> options) {
        return new ParquetryWrite(name, data, rows, folder.resolve("parquetry.parquet"), codec, options);
    }

    /** parquet-java as in an Avro-based sink. */
    public static RecordWrite<?> parquetJavaWrite(Dataset data, int rows, Codec codec, Path folder) {
        return new ParquetJavaWrite.FromStructs(data, rows, folder.resolve("parquet-java.parquet"), codec);
    }

    /** A file with the rows of a data set, written by Parquetry. */
    private static Path seed(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path seed = folder.resolve("seed.parquet");
        new ParquetryWrite(data, rows, seed, codec).run();
        return seed;
    }

    /** Reads the same file, written by Parquetry. */
    public static List<Contender> read(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path file = seed(data, rows, codec, folder);
        List<Contender> contenders = new ArrayList<>();
        contenders.add(parquetryRead(file));
        contenders.add(parquetJavaRead(file));
        contenders.add(new DuckDbQuery(
                "DuckDB, 1 thread, to a table in memory",
                file,
                "CREATE OR REPLACE TEMP TABLE records AS SELECT * FROM FILE"));
        ContendersOfNewerJdk.all().forEach(each -> contenders.add(each.read(file)));
        return contenders;
    }

    /** Reads Structs, as the source does. */
    public static Contender parquetryRead(Path file) {
        return new FileRead(
                PARQUETRY + ", to Structs",
                file,
                path -> ParquetryRead.structs(path, ReaderOptions.DEFAULT, 0, Long.MAX_VALUE));
    }

    /** Reads Avro records, whose texts stay UTF-8; a Connect source would have to convert them to Structs. */
    public static Contender parquetJavaRead(Path file) {
        return new FileRead(
                PARQUET_JAVA + ", to Avro records", file, path -> ParquetJavaFiles.records(path, Long.MAX_VALUE));
    }

    /** Decodes some INT64 columns of a file and computes the maximum of each. */
    public static List<Contender> decode(Path file, List<String> columns) throws IOException {
        StringBuilder maxima = new StringBuilder("SELECT ");
        columns.forEach(column -> maxima.append("max(").append(column).append("), "));
        return List.of(
                parquetryDecode(file, columns),
                new DuckDbQuery(
                        "DuckDB, 1 thread",
                        file,
                        maxima.append("count(*) FROM FILE").toString()));
    }

    /** Sums some columns of numbers of a file with many. */
    public static List<Contender> sums(Dataset data, int rows, List<String> columns, Codec codec, Path folder)
            throws IOException {
        Path file = seed(data, rows, codec, folder);
        return List.of(
                new FileRead(PARQUETRY + ", columns in batches", file, path -> ParquetryRead.sums(path, columns)),
                new DuckDbQuery(
                        "DuckDB, 1 thread",
                        file,
                        columns.stream()
                                .map(column -> "sum(" + column + ")")
                                .collect(Collectors.joining(", ", "SELECT ", " FROM FILE"))));
    }

    /** Reads batches of columns. */
    public static Contender parquetryDecode(Path file, List<String> columns) {
        return new FileRead(PARQUETRY + ", columns in batches", file, path -> ParquetryRead.maxima(path, columns));
    }

    /** Reads one row by its number; parquet-java must read all rows before it. */
    public static List<Contender> seek(Path file, long row) {
        return List.of(
                new FileRead(
                        PARQUETRY + ", from that row on",
                        file,
                        path -> ParquetryRead.structs(path, ReaderOptions.DEFAULT, row, 1)),
                new FileRead(PARQUET_JAVA + ", up to that row", file, path -> ParquetJavaFiles.records(path, row + 1)));
    }

    /** Writes some rows, and ten times the number. */
    public static List<Contender> growth(Dataset data, int rows, Codec codec, Path folder) {
        return List.of(
                new ParquetryWrite(data, rows, folder.resolve("one.parquet"), codec),
                new ParquetryWrite(data, rows * 10, folder.resolve("ten.parquet"), codec));
    }
}

package io.parquetry.benchmarks;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.contender.RecordWrite;
import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Datasets;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions.EncodingChoice;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes each data set with Parquetry and with parquet-java, and prints the bytes of both files. */
@Command(
        name = "sizes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes each data set with Parquetry and with parquet-java, same codec, and prints the bytes. Below 1.000,",
            "the file of Parquetry is smaller. The bytes are the same in every run."
        })
final class Sizes implements Callable<Integer> {
    private static final String LINE = "%-20s %-12s %9s %12s %12s %7s %12s %12s";

    private static final String HEAD = String.format(
            LINE, "data", "codec", "rows", "parquetry", "parquet-java", "ratio", "beside pages", "parquet-java");
    private static final String DOUBLES = "%-36s %-12s %9s %12s %12s %12s %12s";
    private static final String DOUBLES_HEAD =
            String.format(DOUBLES, "column", "codec", "rows", "usual", "PLAIN", "SPLIT", "ALP");

    private static final String ENCODINGS = "%-20s %-12s %9s %12s %12s %7s %12s %12s %8s %7s";
    private static final String ENCODINGS_HEAD = String.format(
            ENCODINGS,
            "data",
            "codec",
            "rows",
            "auto",
            "compatible",
            "ratio",
            "parquet-java",
            "duckdb",
            "of least",
            "of best");

    @Spec
    private CommandSpec command;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "a,b,c,d,e,f,g,k,l,m,n,o",
            paramLabel = "LETTER",
            description = "Data sets, as of side-by-side. Default: ${DEFAULT-VALUE}")
    private List<String> data;

    @Option(
            names = "--codec",
            split = ",",
            defaultValue = "SNAPPY,ZSTD,ZSTD_3",
            description = "Codecs: ${COMPLETION-CANDIDATES}. A number is the level of both; without one, each takes its"
                    + " own. Default: ${DEFAULT-VALUE}")
    private List<Codec> codecs;

    @Option(
            names = "--rows",
            split = ",",
            defaultValue = "20000,100000,300000,1000000",
            description = "Rows of the files. Default: ${DEFAULT-VALUE}")
    private List<Integer> rows;

    @Option(
            names = "--columns",
            description = "Print also every column whose pages are larger than those of parquet-java")
    private boolean columns;

    @Option(
            names = "--doubles",
            description = "Print instead the bytes of each column of DOUBLE in each of its encodings")
    private boolean doubles;

    @Option(
            names = "--encodings",
            description =
                    "Compare the file of parquet.encoding=auto with the default, with parquet-java and DuckDB (the"
                            + " least of these three), and with one of each column's smallest encoding (best)")
    private boolean encodings;

    @Option(
            names = "--shared",
            paramLabel = "DIR",
            description = "The folder with data/earthquakes.ndjson, flights-3m.parquet and webhooks.ndjson."
                    + " Default: ../shared")
    private Optional<Path> shared;

    @Override
    public Integer call() throws IOException {
        OptionChecks checks = new OptionChecks(command);
        for (String letter : data) {
            checks.require("--data", Datasets.LETTERS.contains(letter), letter, "one of " + Datasets.LETTERS);
        }
        for (int count : rows) {
            checks.requireAtLeast(1, "--rows", count);
        }
        PrintWriter out = command.commandLine().getOut();
        Datasets datasets = new Datasets(shared.orElse(Path.of("..", "shared")));
        out.println(doubles ? DOUBLES_HEAD : encodings ? ENCODINGS_HEAD : HEAD);
        Path folder = Files.createTempDirectory("parquetry-sizes");
        try {
            for (String letter : data) {
                if (datasets.has(letter)) {
                    compare(datasets.open(letter), folder, out);
                } else {
                    out.println("data set " + letter + " is left out: there is no "
                            + datasets.source(letter).orElseThrow() + "; --shared names the folder of the data");
                }
            }
        } finally {
            Files.delete(folder);
        }
        return 0;
    }

    private void compare(Dataset dataset, Path folder, PrintWriter out) throws IOException {
        for (Codec codec : codecs) {
            for (int count : rows.stream()
                    .map(wanted -> Math.min(wanted, dataset.rowsMax()))
                    .distinct()
                    .toList()) {
                Written ours = written(Contenders.parquetryWrite(dataset, count, codec, folder));
                if (doubles) {
                    printDoubles(dataset, codec, count, ours, folder, out);
                } else if (encodings) {
                    printEncodings(dataset, codec, count, ours, folder, out);
                } else {
                    Written theirs = written(Contenders.parquetJavaWrite(dataset, count, codec, folder));
                    print(dataset.name(), codec, count, ours, theirs, out);
                }
            }
        }
    }

    private static void printDoubles(
            Dataset dataset, Codec codec, int count, Written usual, Path folder, PrintWriter out) throws IOException {
        List<LeafColumn> columns = usual.schema().leaves().stream()
                .filter(leaf -> leaf.type().physicalType() == PhysicalType.DOUBLE)
                .toList();
        Written plain = encoded(dataset, codec, count, columns, Encoding.PLAIN, folder);
        Written split = encoded(dataset, codec, count, columns, Encoding.BYTE_STREAM_SPLIT, folder);
        Written alp = encoded(dataset, codec, count, columns, Encoding.ALP, folder);
        for (LeafColumn leaf : columns) {
            int at = leaf.ordinal();
            out.println(String.format(
                    Locale.ROOT,
                    DOUBLES,
                    dataset.name().charAt(0) + ": " + leaf.dottedPath(),
                    codec,
                    count,
                    usual.column(at),
                    plain.column(at),
                    split.column(at),
                    alp.column(at)));
        }
        out.flush();
    }

    private void printEncodings(
            Dataset dataset, Codec codec, int count, Written compatible, Path folder, PrintWriter out)
            throws IOException {
        Written auto = written(Contenders.parquetryWrite(
                "auto", dataset, count, codec, folder, options -> options.encoding(EncodingChoice.AUTO)));
        List<Written> all = new ArrayList<>(List.of(compatible, auto));
        for (Encoding encoding : Encoding.values()) {
            List<LeafColumn> able = compatible.schema().leaves().stream()
                    .filter(leaf -> choices(leaf.type().physicalType()).contains(encoding))
                    .toList();
            if (!able.isEmpty()) {
                all.add(encoded(dataset, codec, count, able, encoding, folder));
            }
        }
        long best = auto.besidePages();
        for (int i = 0; i < auto.schema().leaves().size(); i++) {
            int ordinal = i;
            Written least = all.stream()
                    .min(Comparator.comparingLong(written -> written.column(ordinal)))
                    .orElseThrow();
            best += least.column(i);
            if (columns && auto.column(i) > least.column(i)) {
                out.println("    " + auto.schema().leaves().get(i).dottedPath() + " " + auto.column(i) + " "
                        + auto.encodings(i) + ", best " + least.column(i) + " " + least.encodings(i));
            }
        }
        long parquetJava = written(Contenders.parquetJavaWrite(dataset, count, codec, folder))
                .bytes();
        OptionalLong duckDb = Contenders.duckDbBytes(dataset, count, codec, folder);
        long least = Math.min(compatible.bytes(), Math.min(parquetJava, duckDb.orElse(parquetJava)));
        out.println(String.format(
                Locale.ROOT,
                ENCODINGS,
                dataset.name(),
                codec,
                count,
                auto.bytes(),
                compatible.bytes(),
                ratio(auto.bytes(), compatible.bytes()),
                parquetJava,
                duckDb.isPresent() ? duckDb.getAsLong() : "",
                ratio(auto.bytes(), least),
                ratio(auto.bytes(), best)));
        out.flush();
    }

    private static String ratio(long bytes, long others) {
        return String.format(Locale.ROOT, "%.4f", (double) bytes / others);
    }

    /** What auto chooses from for the types of the data sets. */
    private static List<Encoding> choices(PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
            case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT);
            case BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY, INT96 -> List.of(Encoding.PLAIN);
        };
    }

    /** A file whose columns of this list have the encoding. */
    private static Written encoded(
            Dataset dataset, Codec codec, int count, List<LeafColumn> columns, Encoding encoding, Path folder)
            throws IOException {
        ColumnOptions wanted = ColumnOptions.builder().encoding(encoding).build();
        return written(Contenders.parquetryWrite(encoding.name(), dataset, count, codec, folder, options -> {
            columns.forEach(column -> options.column(column.dottedPath(), wanted));
            return options;
        }));
    }

    /** A file that was written and deleted again. */
    private record Written(long bytes, FileMetadata metadata) {
        MessageType schema() {
            return metadata.schema();
        }

        /** Bytes of the pages of a column in all row groups. */
        long column(int ordinal) {
            return metadata.rowGroups().stream()
                    .map(RowGroupMetadata::columns)
                    .map(chunks -> chunks.get(ordinal))
                    .mapToLong(chunk -> chunk.bytes().compressed())
                    .sum();
        }

        /** Bytes that are not of pages: indexes and footer. */
        long besidePages() {
            return bytes
                    - metadata.rowGroups().stream()
                            .flatMap(group -> group.columns().stream())
                            .map(ColumnChunkMetadata::bytes)
                            .mapToLong(ColumnChunkMetadata.ChunkBytes::compressed)
                            .sum();
        }

        List<?> encodings(int ordinal) {
            return metadata.rowGroups().get(0).columns().get(ordinal).encodings();
        }
    }

    private static Written written(RecordWrite<?> write) throws IOException {
        write.run();
        Path file = write.file();
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            return new Written(Files.size(file), reader.metadata());
        } finally {
            Files.delete(file);
        }
    }

    private void print(String name, Codec codec, int count, Written ours, Written theirs, PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                LINE,
                name,
                codec,
                count,
                ours.bytes(),
                theirs.bytes(),
                ratio(ours.bytes(), theirs.bytes()),
                ours.besidePages(),
                theirs.besidePages()));
        for (int i = 0; columns && i < ours.schema().leaves().size(); i++) {
            if (ours.column(i) > theirs.column(i)) {
                out.println("    " + ours.schema().leaves().get(i).dottedPath() + " " + ours.column(i) + " "
                        + ours.encodings(i) + ", parquet-java " + theirs.column(i) + " " + theirs.encodings(i));
            }
        }
        out.flush();
    }
}

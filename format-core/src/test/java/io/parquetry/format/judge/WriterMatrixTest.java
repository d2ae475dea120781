package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.judge.MatrixCell.Nesting;
import io.parquetry.format.judge.MatrixCell.Nulls;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every type x encoding x codec x page version x pattern of nulls x nesting of the enums. A cell is written, is read
 * equal by us, by parquet-java and by DuckDB, has the requested encoding in its page headers, and has the bounds that
 * parquet-java computes from the values; or it is waived, and then the writer must refuse it. A waiver for
 * parquet-java or DuckDB must be needed for at least one of its cells. The default run judges a sample of the files.
 */
@Tag("sampled")
class WriterMatrixTest {
    private static final int FILES_OF_SAMPLE = 40;
    private static final long SEED = 20_261_125L;

    @TempDir
    private Path folder;

    private Connection connection;

    private final Set<MatrixCell> covered = new HashSet<>();
    private final Set<String> waiversOfJudges = new TreeSet<>();
    private final Set<String> neededWaiversOfJudges = new TreeSet<>();
    private final List<String> complaints = new ArrayList<>();
    private int readByParquetJava;
    private int readByDuckDb;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
        }
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private static List<MatrixCell> cells() {
        List<MatrixCell> cells = new ArrayList<>();
        for (CompressionCodec codec : CompressionCodec.values()) {
            for (PageVersion version : PageVersion.values()) {
                for (Nulls nulls : Nulls.values()) {
                    for (Nesting nesting : Nesting.values()) {
                        for (PhysicalType type : PhysicalType.values()) {
                            for (Encoding encoding : Encoding.values()) {
                                cells.add(new MatrixCell(type, encoding, codec, version, nulls, nesting));
                            }
                        }
                    }
                }
            }
        }
        return cells;
    }

    @Test
    void everyCellIsWrittenAndReadOrWaivedForAValidReason() throws IOException, SQLException {
        List<MatrixCell> all = cells();
        List<MatrixCell> wanted =
                all.stream().filter(cell -> cell.waiver().isEmpty()).toList();
        Map<List<?>, List<MatrixCell>> files = wanted.stream()
                .collect(Collectors.groupingBy(
                        cell -> List.of(
                                cell.codec(),
                                cell.version(),
                                cell.nulls(),
                                cell.nesting(),
                                cell.encoding() == Encoding.ALP),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<List<MatrixCell>> judged = Breadth.of(FILES_OF_SAMPLE, List.copyOf(files.values()), SEED);
        for (List<MatrixCell> file : judged) {
            judge(file);
        }
        int stale = requireWaiversHold(all);

        System.out.printf(
                "writer matrix: %,d cells: %,d in %,d files read by us, %,d by parquet-java, %,d by DuckDB; %,d cannot be"
                        + " written%n",
                all.size(), covered.size(), judged.size(), readByParquetJava, readByDuckDb, all.size() - wanted.size());
        assertThat(complaints).isEmpty();
        assertThat(stale).as("waived cells that can be written").isZero();
        assertThat(covered).hasSize(judged.stream().mapToInt(List::size).sum());
        if (Breadth.isWhole()) {
            assertThat(covered).isEqualTo(Set.copyOf(wanted));
            assertThat(neededWaiversOfJudges).as("waivers of judges").isEqualTo(waiversOfJudges);
        }
    }

    private void judge(List<MatrixCell> cells) throws IOException, SQLException {
        MatrixFile file = new MatrixFile(cells);
        byte[] bytes = file.write();
        List<Object> meaning = Meanings.of(file.records(), file.schema());
        if (!Meanings.of(OurFiles.read(bytes), file.schema()).equals(meaning)) {
            complaints.add("we do not read what we wrote in " + cells.get(0));
            return;
        }
        List<MatrixCell> forParquetJava = waived(cells, true);
        if (!forParquetJava.isEmpty()) {
            if (!Meanings.of(ParquetJava.read(bytes, file.schema()), file.schema())
                    .equals(meaning)) {
                complaints.add("parquet-java reads other values in " + cells.get(0));
            }
            readByParquetJava += forParquetJava.size();
        } else if (!parquetJavaReads(bytes, file)) {
            cells.forEach(
                    cell -> neededWaiversOfJudges.add(cell.waiverOfParquetJava().orElseThrow()));
        }
        List<MatrixCell> forDuckDb = waived(cells, false);
        if (!duckDbReads(bytes, file, forDuckDb)) {
            forDuckDb.stream()
                    .filter(cell -> !duckDbReads(bytes, file, List.of(cell)))
                    .forEach(cell -> complaints.add("DuckDB does not read " + cell));
        }
        readByDuckDb += forDuckDb.size();
        for (MatrixCell cell : cells) {
            cell.waiverOfDuckDb()
                    .filter(waiver -> !neededWaiversOfJudges.contains(waiver))
                    .filter(waiver -> !duckDbReads(bytes, file, List.of(cell)))
                    .ifPresent(neededWaiversOfJudges::add);
        }
        requireLayout(bytes, file, cells);
        if (!forParquetJava.isEmpty()) {
            requireStatistics(bytes, file, cells);
        }
        covered.addAll(cells);
    }

    /** The cells without those that the other implementation does not read. */
    private List<MatrixCell> waived(List<MatrixCell> cells, boolean parquetJava) {
        List<MatrixCell> left = new ArrayList<>();
        for (MatrixCell cell : cells) {
            var waiver = parquetJava ? cell.waiverOfParquetJava() : cell.waiverOfDuckDb();
            waiver.ifPresentOrElse(waiversOfJudges::add, () -> left.add(cell));
        }
        return left;
    }

    private static boolean parquetJavaReads(byte[] bytes, MatrixFile file) {
        try {
            return ParquetJava.read(bytes, file.schema()).size()
                    == file.records().size();
        } catch (RuntimeException | IOException e) {
            return false;
        }
    }

    /** DuckDB copies the columns of the cells, and the copy must have equal records. */
    private boolean duckDbReads(byte[] bytes, MatrixFile file, List<MatrixCell> cells) {
        String fields = cells.stream().map(MatrixFile::name).collect(Collectors.joining(", "));
        Path ours = folder.resolve("ours.parquet");
        Path theirs = folder.resolve("theirs.parquet");
        try (Statement statement = connection.createStatement()) {
            Files.write(ours, bytes);
            statement.execute("COPY (SELECT " + fields + " FROM read_parquet('" + ours + "')) TO '" + theirs
                    + "' (FORMAT parquet, COMPRESSION uncompressed)");
            byte[] copy = Files.readAllBytes(theirs);
            try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("copy", copy), ReaderOptions.DEFAULT)) {
                return Meanings.of(OurFiles.read(copy), reader.schema())
                        .equals(Meanings.of(file.records(), reader.schema()));
            }
        } catch (IOException | SQLException e) {
            return false;
        }
    }

    private void requireLayout(byte[] bytes, MatrixFile file, List<MatrixCell> cells) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("matrix", bytes), ReaderOptions.DEFAULT)) {
            for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
                for (MatrixCell cell : cells) {
                    LeafColumn leaf = file.leaf(cell);
                    ColumnChunkMetadata chunk =
                            reader.metadata().rowGroups().get(group).columns().get(leaf.ordinal());
                    boolean right = chunk.codec() == cell.codec()
                            && chunk.encodings().contains(expected(cell))
                            && reader.pages(group, leaf).stream()
                                    .allMatch(page -> isAsked(page.header().content(), cell));
                    if (!right) {
                        complaints.add("codec, page version or encoding is another than was asked for in " + cell);
                    }
                }
            }
        }
    }

    private static boolean isAsked(PageHeader.Content page, MatrixCell cell) {
        if (page instanceof PageHeader.DataV1 v1) {
            return cell.version() == PageVersion.V1
                    && v1.encodingId() == expected(cell).id();
        }
        if (page instanceof PageHeader.DataV2 v2) {
            return cell.version() == PageVersion.V2
                    && v2.encodingId() == expected(cell).id();
        }
        return expected(cell) == Encoding.RLE_DICTIONARY;
    }

    /** A column of only nulls has no dictionary. */
    private static Encoding expected(MatrixCell cell) {
        boolean nothing = cell.nulls() == MatrixCell.Nulls.ALL && cell.encoding() == Encoding.RLE_DICTIONARY;
        return nothing ? Encoding.PLAIN : cell.encoding();
    }

    /** Counts and bounds as parquet-java computes them from the values. */
    private void requireStatistics(byte[] bytes, MatrixFile file, List<MatrixCell> cells) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("matrix", bytes), ReaderOptions.DEFAULT);
                ParquetFileReader judge = ParquetFileReader.open(ParquetJava.inputFile(bytes), options)) {
            for (MatrixCell cell : cells) {
                LeafColumn leaf = file.leaf(cell);
                ColumnCursor cursor = reader.column(leaf);
                for (int group = 0; group < judge.getRowGroups().size(); group++) {
                    ColumnChunkMetaData chunk =
                            judge.getRowGroups().get(group).getColumns().get(leaf.ordinal());
                    Statistics<?> computed = Statistics.createStats(chunk.getPrimitiveType());
                    for (long i = 0; i < chunk.getValueCount(); i++) {
                        cursor.next();
                        add(cursor.value(), computed);
                    }
                    if (!computed.equals(chunk.getStatistics())) {
                        complaints.add("statistics are " + chunk.getStatistics() + ", not " + computed + " in " + cell);
                    }
                }
            }
        }
    }

    private static void add(Object value, Statistics<?> statistics) {
        if (value == null) {
            statistics.incrementNumNulls();
        } else if (value instanceof Boolean bool) {
            statistics.updateStats(bool);
        } else if (value instanceof Integer number) {
            statistics.updateStats(number);
        } else if (value instanceof Long number) {
            statistics.updateStats(number);
        } else if (value instanceof Float number) {
            statistics.updateStats(number);
        } else if (value instanceof Double number) {
            statistics.updateStats(number);
        } else {
            statistics.updateStats(Binary.fromConstantByteArray((byte[]) value));
        }
    }

    /** The number of waived cells that can be written; cells that differ only in nulls and nesting count as one. */
    private int requireWaiversHold(List<MatrixCell> all) throws IOException {
        int written = 0;
        for (MatrixCell cell : all) {
            if (cell.waiver().isPresent()
                    && cell.nulls() == Nulls.NONE
                    && cell.nesting() == Nesting.NOTHING
                    && isWritten(cell)) {
                complaints.add("can be written, though " + cell.waiver().get() + ": " + cell);
                written++;
            }
        }
        return written;
    }

    private static boolean isWritten(MatrixCell cell) throws IOException {
        try {
            MatrixFile file = new MatrixFile(List.of(cell));
            byte[] bytes = file.write();
            try (ParquetReader reader =
                    ParquetReader.open(new MemoryInputFile("matrix", bytes), ReaderOptions.DEFAULT)) {
                return reader.pages(0, file.leaf(cell)).stream()
                        .allMatch(page -> isAsked(page.header().content(), cell));
            }
        } catch (ParquetException refused) {
            return false;
        }
    }
}

package io.parquetry.format.internal.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.footer.FooterChecks.Siblings;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a footer claims is held against its schema and the file before any of it is used. */
class FooterChecksTest {
    private static final MessageType SCHEMA =
            MessageType.parse("message m { required int64 id; repeated int32 number; }");
    private static final Place FILE = Place.of("file");

    private static FileMetadata good;
    private static long pagesEnd;
    private static MemoryOutputFile file;

    @BeforeAll
    static void write() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("id", 1L, "number", List.of(1, 2, 3)));
            writer.write(Map.of("id", 2L, "number", List.of()));
            good = writer.finish();
            pagesEnd = out.position() - 8;
            file = out;
        }
    }

    private static FileMetadata withRows(long rows) {
        return good.toBuilder().schema(SCHEMA).rows(rows).build();
    }

    private static FileMetadata withFirstChunk(UnaryOperator<ColumnChunkMetadata> change) {
        RowGroupMetadata group = good.rowGroups().get(0);
        List<ColumnChunkMetadata> columns = new ArrayList<>(group.columns());
        columns.set(0, change.apply(columns.get(0)));
        RowGroupMetadata changed = group.toBuilder().columns(columns).build();
        return good.toBuilder().schema(SCHEMA).rowGroups(List.of(changed)).build();
    }

    private static ColumnChunkMetadata chunk(
            ColumnChunkMetadata chunk,
            Optional<String> filePath,
            List<String> path,
            long entries,
            ColumnChunkMetadata.PageOffsets offsets) {
        return chunk.toBuilder()
                .filePath(filePath)
                .path(path)
                .entries(entries)
                .offsets(offsets)
                .build();
    }

    private static void requireCorrupt(FileMetadata metadata, String message) {
        assertThatThrownBy(() -> FooterChecks.check(metadata, FILE, pagesEnd, Siblings.REFUSED))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(message);
    }

    @Test
    void aFooterOfOursIsTakenAsItIs() {
        assertThat(FooterChecks.check(good, FILE, pagesEnd, Siblings.REFUSED)).isSameAs(good);
    }

    @Test
    void rowsMustAddUp() {
        requireCorrupt(withRows(3), "file: the footer says 3 rows, but its row groups have 2");
    }

    @Test
    void rowsThatAnOldWriterLeftAtZeroAreAddedUp() {
        assertThat(FooterChecks.check(withRows(0), FILE, pagesEnd, Siblings.REFUSED)
                        .rows())
                .isEqualTo(2);
    }

    @Test
    void aColumnWithoutRepetitionHasAsManyEntriesAsRows() {
        requireCorrupt(
                withFirstChunk(chunk -> chunk(chunk, Optional.empty(), chunk.path(), 5, chunk.offsets())),
                "file, row group 0, column id: the column chunk has 5 values and nulls, but its row group has 2 rows");
    }

    @Test
    void chunksComeInTheOrderOfTheSchema() {
        requireCorrupt(
                withFirstChunk(
                        chunk -> chunk(chunk, Optional.empty(), List.of("other"), chunk.entries(), chunk.offsets())),
                "file, row group 0, column id: the chunk in its place is of column other; the chunks of a row group"
                        + " must be in the order of the schema");
    }

    @Test
    void everyColumnHasOneChunkOfItsType() {
        requireCorrupt(
                withFirstChunk(
                        chunk -> chunk.toBuilder().type(PhysicalType.INT32).build()),
                "file, row group 0, column id: the column chunk has type INT32, but the schema says type INT64");
        RowGroupMetadata none =
                good.rowGroups().get(0).toBuilder().columns(List.of()).build();
        requireCorrupt(
                good.toBuilder().rowGroups(List.of(none)).build(),
                "file, row group 0: the row group has 0 column chunks, but the schema has "
                        + good.schema().leaves().size() + " columns");
    }

    @Test
    void pagesLieBetweenTheMagicBytesAndTheFooter() {
        ColumnChunkMetadata.PageOffsets behind =
                new ColumnChunkMetadata.PageOffsets(pagesEnd - 3, OptionalLong.empty(), OptionalLong.empty());
        assertThatThrownBy(() -> FooterChecks.check(
                        withFirstChunk(chunk -> chunk(chunk, Optional.empty(), chunk.path(), chunk.entries(), behind)),
                        FILE,
                        pagesEnd,
                        Siblings.REFUSED))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("from " + (pagesEnd - 3) + " on, but pages are stored from 4 to " + pagesEnd);
    }

    @Test
    void noTwoChunksClaimTheSameBytes() {
        ColumnChunkMetadata.PageOffsets later = new ColumnChunkMetadata.PageOffsets(
                good.rowGroups().get(0).columns().get(0).offsets().firstDataPage() + 1,
                OptionalLong.empty(),
                OptionalLong.empty());
        assertThatThrownBy(() -> FooterChecks.check(
                        withFirstChunk(chunk -> chunk(chunk, Optional.empty(), chunk.path(), chunk.entries(), later)),
                        FILE,
                        pagesEnd,
                        Siblings.REFUSED))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageMatching("file, row group 0, column number: the column chunk claims the bytes from \\d+ on,"
                        + " but those up to \\d+ are claimed by column id of row group 0");
    }

    @Test
    void whatThePagesSayIsAddedToTheRefusalOfAFooter() throws IOException {
        CorruptFileException refusal = new CorruptFileException(FILE, "something");
        FileMetadata otherCount =
                withFirstChunk(chunk -> chunk(chunk, Optional.empty(), chunk.path(), 5, chunk.offsets()));
        assertThat(FurtherDefects.added(refusal, file.toInputFile(), otherCount, pagesEnd))
                .hasMessageStartingWith("file: something; moreover, in row group 0, column id: the pages have 2 values"
                        + " and nulls, but the footer says 5");
        assertThat(refusal.and("more")).hasMessage("file: something; more");
    }

    @Test
    void aChunkInAnotherFileIsNotSupported() {
        assertThatThrownBy(() -> FooterChecks.check(
                        withFirstChunk(chunk ->
                                chunk(chunk, Optional.of("part-0"), chunk.path(), chunk.entries(), chunk.offsets())),
                        FILE,
                        pagesEnd,
                        Siblings.REFUSED))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("file, row group 0, column id: unsupported: column chunk in another file, part-0; open"
                        + " this as a summary file, with access to its siblings");
    }

    @Test
    void moreRowsWithoutColumnsThanAPageHoldsAreRefused() throws IOException {
        RowGroupMetadata endless = RowGroupMetadata.builder().rows(1L << 62).build();
        FileMetadata footer = FileMetadata.builder()
                .schema(new MessageType("nothing", List.of()))
                .rows(1L << 62)
                .rowGroups(List.of(endless))
                .build();
        MemoryOutputFile file = new MemoryOutputFile("columnless");
        FileLayout.writeMagic(file);
        FileLayout.writeFooter(file, footer);

        assertThatThrownBy(() -> ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("columnless", "4611686018427387904 rows without columns");
    }
}

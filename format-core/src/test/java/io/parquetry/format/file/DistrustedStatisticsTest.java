package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.TestData;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No row is lost by a statistic whose writer is known to be wrong, in reading and in what is merged out of such files.
 */
class DistrustedStatisticsTest {
    private static final MessageType SCHEMA =
            MessageType.parse("message m { required int32 id; required binary amount (DECIMAL(9,2)); }");

    private static final List<Map<String, ?>> RECORDS =
            List.of(Map.of("id", 1, "amount", new byte[] {-1}), Map.of("id", 2, "amount", new byte[] {1}));

    private static byte[] writtenBy(String createdBy, List<ColumnOrder> orders) throws IOException {
        return writtenBy(createdBy, SCHEMA, orders, RECORDS);
    }

    /** A file of ours under the name of another writer, with one record on a page. */
    private static byte[] writtenBy(
            String createdBy, MessageType schema, List<ColumnOrder> orders, List<Map<String, ?>> records)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), TWO_PAGES)) {
            for (Map<String, ?> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        byte[] bytes = out.toByteArray();
        FileMetadata footer = metadata(bytes);
        int footerBytes = bytes[bytes.length - 8] & 0xFF | (bytes[bytes.length - 7] & 0xFF) << 8;
        MemoryOutputFile renamed = new MemoryOutputFile("renamed");
        renamed.write(bytes, 0, bytes.length - FileWithTail.BYTES_MIN - footerBytes);
        FileLayout.writeFooter(
                renamed,
                footer.toBuilder()
                        .createdBy(Optional.of(createdBy))
                        .columnOrders(orders)
                        .build());
        return renamed.toByteArray();
    }

    private static final WriterOptions TWO_PAGES =
            WriterOptions.builder().pageRowsMax(1).build();

    private static FileMetadata metadata(byte[] bytes) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("memory", bytes), ReaderOptions.DEFAULT)) {
            return reader.metadata();
        }
    }

    private static List<Object> ids(InputFile file, String filter) throws IOException {
        List<Object> ids = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(
                    PlainRecords.builder(), RecordQuery.ALL.where(Filter.parse(filter, reader.schema())));
            while (cursor.next()) {
                ids.add(cursor.record().values().iterator().next());
            }
        }
        return ids;
    }

    @ParameterizedTest
    @CsvSource({
        "parquetry version 0.1.0 (build x), true",
        "parquet-cpp-arrow version 3.0.0, false",
        "ClickHouse version 25.6.3.116, false"
    })
    void mergingTakesNoBoundsOverThatTheirWriterFindsWrong(String createdBy, boolean kept) throws IOException {
        List<ColumnOrder> orders = List.of(ColumnOrder.TYPE_DEFINED, ColumnOrder.TYPE_DEFINED);
        MemoryOutputFile out = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(out, ParquetMerger.KeyValues.MUST_AGREE)) {
            merger.append(new MemoryInputFile("file", writtenBy(createdBy, orders)));
            merger.finish();
        }

        List<ColumnChunkMetadata> chunks =
                metadata(out.toByteArray()).rowGroups().get(0).columns();

        assertThat(chunks.get(0).statistics().flatMap(Statistics::min)).isPresent();
        assertThat(chunks.get(0).statistics().orElseThrow().nulls().isPresent())
                .isEqualTo(!createdBy.startsWith("parquet-cpp"));
        assertThat(chunks.get(1).statistics().flatMap(Statistics::min).isPresent())
                .isEqualTo(kept);
        assertThat(chunks.get(1).indexes().columnIndex().isPresent()).isEqualTo(kept);
        assertThat(ids(out.toInputFile(), "amount < 0")).containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet-cpp-arrow version 3.0.0", "parquet-mr version 1.7.0", ""})
    void filtersFindTheirRowsInFilesOfOldWriters(String createdBy) throws IOException {
        for (List<ColumnOrder> orders :
                List.of(List.<ColumnOrder>of(), List.of(ColumnOrder.TYPE_DEFINED, ColumnOrder.TYPE_DEFINED))) {
            byte[] file = writtenBy(createdBy, orders);

            assertThat(ids(new MemoryInputFile("file", file), "amount < 0")).containsExactly(1);
            assertThat(ids(new MemoryInputFile("file", file), "id >= 2")).containsExactly(2);
        }
    }

    /** Its column index says of each page, which is full of values, that it holds only nulls, and -1 of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {"datapage_v1-uncompressed-checksum.parquet", "datapage_v1-snappy-compressed-checksum.parquet"})
    void pagesWhoseNullsWereNotCountedAreNotLeftOut(String name) throws IOException {
        Path file = TestData.parquetTesting("data/" + name);

        assertThat(ids(LocalInputFile.open(file), "a IS NOT NULL")).hasSize(5120);
        assertThat(ids(LocalInputFile.open(file), "a > -2147483648")).hasSizeGreaterThan(5000);
    }

    @Test
    void aReaderTellsWhatItBelieves() throws IOException {
        byte[] file = writtenBy("parquet-cpp-arrow version 3.0.0", List.of());

        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            assertThat(reader.trustedStatistics(0, SCHEMA.leaves().get(0)).min())
                    .isPresent();
            assertThat(reader.trustedStatistics(0, SCHEMA.leaves().get(1)).min())
                    .isEmpty();
        }
    }
}

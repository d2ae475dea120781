package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.hostile.DeviatingFiles;
import io.parquetry.format.hostile.DeviatingFiles.DeviatingFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.merge.ParquetMerger.KeyValues;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that deviate from the format in a way that other readers read past are read, and have the same records for
 * parquet-java where it reads them. {@code verify} says what is wrong with them. {@code -Dwrite.files=true} writes the
 * files.
 */
class DeviatingFilesTest {
    /** Files that parquet-java does not read, or reads without one of two columns of one name. */
    private static final List<String> NOT_JUDGED = List.of(
            "key-value-types",
            "two-of-one-name",
            "chunks-without-path",
            "rows-without-columns",
            "repeated-null-list",
            "dictionary-encoding",
            "indexes-without-runs",
            "empty-annotations",
            "compressed-anyway",
            "dictionary-behind-pages",
            "dictionary-among-pages");

    static List<DeviatingFile> files() {
        return DeviatingFiles.all();
    }

    static List<DeviatingFile> judged() {
        return files().stream()
                .filter(file -> !NOT_JUDGED.contains(file.name()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("files")
    void theTestResourceIsWhatIsLaidOut(DeviatingFile file) throws IOException {
        if (Boolean.getBoolean("write.files")) {
            Path path = Path.of("src/test/resources").resolve(file.resource());
            Files.createDirectories(path.getParent());
            Files.write(path, file.bytes());
        } else {
            assertThat(file.stored()).isEqualTo(file.bytes());
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void itsRecordsAreReadFromEveryRow(DeviatingFile file) throws IOException {
        for (int row = 0; row <= file.records().size(); row++) {
            assertThat(DeviatingFiles.read(file.bytes(), row))
                    .as("from row %d", row)
                    .usingRecursiveComparison()
                    .isEqualTo(file.records().subList(row, file.records().size()));
        }
    }

    @ParameterizedTest
    @MethodSource("judged")
    void parquetJavaReadsTheSame(DeviatingFile file) throws IOException {
        try (ParquetReader reader =
                ParquetReader.open(new MemoryInputFile("file", file.bytes()), ReaderOptions.DEFAULT)) {
            assertThat(ParquetJava.read(file.bytes(), reader.schema()))
                    .usingRecursiveComparison()
                    .isEqualTo(file.records());
        }
    }

    private static FileMetadata footer(String name) throws IOException {
        return footer(DeviatingFiles.named(name).bytes());
    }

    private static FileMetadata footer(byte[] file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            return reader.metadata();
        }
    }

    @Test
    void aDefectThatAFooterHasAThousandTimesIsNotedOnce() throws IOException {
        assertThat(footer(DeviatingFiles.withWrongKeyValues(1_000)).defects()).hasSize(1);
    }

    @Test
    void whatAFooterSaysWronglyIsNoted() throws IOException {
        assertThat(footer("root-column").defects())
                .containsExactly("the root of the schema is a column of type BOOLEAN, although it has fields");
        assertThat(footer("three-column-orders").defects())
                .containsExactly("there are 3 column orders, but the schema has 2 columns");
        assertThat(footer("three-column-orders").columnOrders())
                .containsExactly(ColumnOrder.TYPE_DEFINED, ColumnOrder.TYPE_DEFINED);
        assertThat(footer("key-value-types").defects())
                .containsExactly(
                        "a value of the key-value metadata is no text and is not read",
                        "a key of the key-value metadata is no text and is not read");
        assertThat(footer("key-value-types").keyValues())
                .containsExactly(new KeyValue("first", Optional.empty()), new KeyValue("third", Optional.of("good")));
        assertThat(footer("two-of-one-name").defects()).isEmpty();
        assertThat(footer("empty-annotations").defects())
                .containsExactly("a field has an annotation that says nothing, and is read as without one");
        assertThat(footer("empty-annotations").columnOrders()).containsOnly(ColumnOrder.UNRECOGNIZED);
        assertThat(footer("empty-annotations").schema())
                .isEqualTo(MessageType.parse("message m { required int32 plain; required int32 date (DATE);"
                        + " optional group list (LIST) { repeated group list { optional int32 element; } }"
                        + " required int64 time (TIMESTAMP(MILLIS,true)); }"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a_2", "a_3.x"})
    void aNameThatSeveralColumnsHaveChoosesNone(String column) throws IOException {
        byte[] file = DeviatingFiles.named("two-of-one-name").bytes();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordQuery projected = RecordQuery.ALL.columns(Projection.parse(column));
            assertThatThrownBy(() -> reader.records(PlainRecords.builder(), projected))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("column " + column + " cannot be chosen by its name: the file has several"
                            + " fields named 'a' in one group");
            RecordQuery filtered = RecordQuery.ALL.where(Filter.parse(column + " = 1"));
            assertThatThrownBy(() -> reader.records(PlainRecords.builder(), filtered))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("cannot be chosen by its name");
            assertThatThrownBy(() -> reader.schema().leaf(column)).isInstanceOf(UsageException.class);
            RecordCursor<Map<String, Object>> other =
                    reader.records(PlainRecords.builder(), RecordQuery.ALL.columns(Projection.parse("a_1")));
            assertThat(other.next()).isTrue();
            assertThat(other.record()).isEqualTo(Map.of("a_1", 3));
        }
    }

    @Test
    void columnsOfOneNameAreNotMerged() throws IOException {
        byte[] file = DeviatingFiles.named("two-of-one-name").bytes();
        try (ParquetMerger merger = ParquetMerger.create(new MemoryOutputFile("merged"), KeyValues.MUST_AGREE)) {
            assertThatThrownBy(() -> merger.append(new MemoryInputFile("file", file)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("several fields named 'a'");
        }
    }

    @Test
    void timesOfAConvertedTypeAloneAreWrittenBackAsTheyWere() throws IOException {
        DeviatingFile file = DeviatingFiles.named("converted-times");
        MemoryOutputFile out = new MemoryOutputFile("copy");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                out, footer(file.bytes()).schema(), PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(file.records().get(0));
            writer.finish();
        }
        byte[] copy = out.toByteArray();
        int footerBytes = ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).getInt(copy.length - 8);
        List<SchemaElement> elements = Util.readFileMetaData(
                        new ByteArrayInputStream(copy, copy.length - 8 - footerBytes, footerBytes))
                .getSchema();
        assertThat(elements.get(1).getConverted_type()).isEqualTo(ConvertedType.TIMESTAMP_MILLIS);
        assertThat(elements.get(2).getConverted_type()).isEqualTo(ConvertedType.TIME_MILLIS);
        assertThat(elements).noneMatch(SchemaElement::isSetLogicalType);
        assertThat(DeviatingFiles.read(copy, 0)).isEqualTo(file.records());
        assertThat(footer(copy).schema())
                .isEqualTo(MessageType.parse(
                        "message m { required int64 timestamp (TIMESTAMP(MILLIS,true)); required int32 time"
                                + " (TIME(MILLIS,true)); }"));
    }

    @Test
    void everyTestResourceIsLaidOutHere() throws IOException {
        try (var found = Files.list(Path.of("src/test/resources/deviating"))) {
            assertThat(found.map(path -> "deviating/" + path.getFileName()))
                    .containsExactlyInAnyOrderElementsOf(
                            files().stream().map(DeviatingFile::resource).toList());
        }
    }
}

package io.parquetry.format.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.TestData;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every case of parquet-testing's {@code shredded_variant/cases.json} gives the variants that stand beside it, or is
 * refused where the list says so. Variants are equal when their metadata is and their values say the same, since a
 * value may be encoded in more than one way.
 */
class ShreddedVariantTest {
    static Stream<JsonNode> cases() throws IOException {
        JsonNode cases = new ObjectMapper().readTree(file("cases.json").toFile());
        List<JsonNode> withFile = new ArrayList<>();
        cases.forEach(entry -> {
            if (entry.has("parquet_file")) {
                withFile.add(entry);
            }
        });
        return withFile.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theCaseEndsAsTheListSays(JsonNode expected) throws IOException {
        Path file = file(expected.get("parquet_file").asText());
        if (expected.has("error_message")) {
            Class<? extends ParquetException> kind =
                    expected.get("error_message").asText().startsWith("Unsupported")
                            ? UnsupportedFeatureException.class
                            : CorruptFileException.class;
            assertThatThrownBy(() -> read(file)).isInstanceOf(kind).hasMessageContaining("variant");
            return;
        }
        List<Variant> wanted = new ArrayList<>();
        if (expected.has("variant_files")) {
            for (JsonNode name : expected.get("variant_files")) {
                wanted.add(name.isNull() ? null : variant(name.asText()));
            }
        } else {
            wanted.add(variant(expected.get("variant_file").asText()));
        }
        List<Variant> found = read(file);
        assertThat(found).hasSameSizeAs(wanted);
        for (int row = 0; row < wanted.size(); row++) {
            if (wanted.get(row) == null) {
                assertThat(found.get(row)).isNull();
            } else {
                assertThat(found.get(row).metadata()).isEqualTo(wanted.get(row).metadata());
                assertThat(found.get(row).toJson()).isEqualTo(wanted.get(row).toJson());
            }
        }
    }

    /** Written from whole variants in the columns of the file, and read again. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theCaseIsShreddedAsItsFile(JsonNode expected) throws IOException {
        assumeThat(expected.has("error_message")).isFalse();
        Path file = file(expected.get("parquet_file").asText());
        List<Variant> variants = read(file);
        MemoryOutputFile out = new MemoryOutputFile("shredded");
        MessageType schema;
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            schema = reader.metadata().schema();
        }
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (Variant variant : variants) {
                Map<String, Object> record = new HashMap<>();
                record.put("id", 1);
                record.put("var", variant);
                writer.write(record);
            }
            writer.finish();
        }
        List<Variant> found = read(out.toInputFile());
        for (int row = 0; row < variants.size(); row++) {
            if (variants.get(row) == null) {
                assertThat(found.get(row)).isNull();
            } else {
                assertThat(found.get(row).metadata())
                        .isEqualTo(variants.get(row).metadata());
                assertThat(found.get(row).toJson()).isEqualTo(variants.get(row).toJson());
            }
        }
        Map<String, Long> typed = typedValues(out.toInputFile());
        typedValues(LocalInputFile.open(file))
                .forEach((path, count) -> assertThat(typed.get(path)).as(path).isGreaterThanOrEqualTo(count));
    }

    /** How many values of typed columns are not null. */
    private static Map<String, Long> typedValues(InputFile file) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            for (ColumnChunkMetadata chunk :
                    reader.metadata().rowGroups().get(0).columns()) {
                String path = chunk.dottedPath();
                if (path.endsWith("typed_value")) {
                    chunk.statistics()
                            .ifPresent(found ->
                                    found.nulls().ifPresent(nulls -> counts.put(path, chunk.entries() - nulls)));
                }
            }
        }
        return counts;
    }

    @Test
    void everyFileOfTheFolderIsInTheList() throws IOException {
        try (Stream<Path> files = Files.list(file(""))) {
            assertThat(files.map(path -> path.getFileName().toString()).filter(name -> name.endsWith(".parquet")))
                    .containsExactlyInAnyOrderElementsOf(
                            cases().map(entry -> entry.get("parquet_file").asText())
                                    .toList());
        }
    }

    private static Path file(String name) {
        return TestData.parquetTesting("shredded_variant/" + name);
    }

    /** The files hold metadata and value one after the other; the metadata says how long it is. */
    private static Variant variant(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(file(name));
        int width = (bytes[0] >> 6 & 3) + 1;
        int names = (int) VariantBytes.unsigned(bytes, 1, width);
        int end = 1 + width * (names + 2) + (int) VariantBytes.unsigned(bytes, 1 + width * (names + 1), width);
        return new Variant(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, end, bytes.length));
    }

    private static List<Variant> read(Path file) throws IOException {
        return read(LocalInputFile.open(file));
    }

    private static List<Variant> read(InputFile file) throws IOException {
        List<Variant> variants = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder());
            while (records.next()) {
                variants.add((Variant) records.record().get("var"));
            }
        }
        return variants;
    }
}

package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.variants.Variant;
import org.apache.iceberg.variants.VariantObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values without schema are variants in a table, read by Iceberg's own reader. */
class IcebergVariantsTest extends TopicToTable {
    @BeforeEach
    void asVariants() {
        more.put("schemaless", "variant");
    }

    private void produceDocuments(long from, long to) {
        for (long offset = from; offset < to; offset++) {
            produce(ZERO, offset, null, Map.of("n", offset, "tags", List.of("a", offset), "s", "text " + offset));
        }
    }

    private static int version(Table table) {
        return ((HasTableOperations) table).operations().current().formatVersion();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto", "n"})
    void everyValueComesBack(String shred) throws IOException {
        more.put("variant.shred", shred);
        produceDocuments(0, 7);
        runTask();
        look();
        produceDocuments(7, 11);
        runTask();
        look();
        assertThat(version(table())).isEqualTo(3);
        assertThat(table().schema().findType("value")).isEqualTo(Types.VariantType.get());
        assertThat(offsets()).isEqualTo(produced());
        assertThat(leaves().contains("value.typed_value.n.typed_value")).isEqualTo(!shred.equals("none"));
        for (Record row : rows()) {
            long offset = (Long) ((Record) row.getField("_kafka")).getField("offset");
            VariantObject value = ((Variant) row.getField("value")).value().asObject();
            assertThat(((Number) value.get("n").asPrimitive().get()).longValue())
                    .isEqualTo(offset);
            assertThat(value.get("s").asPrimitive().get()).isEqualTo("text " + offset);
            assertThat(value.get("tags").asArray().numElements()).isEqualTo(2);
        }
    }

    /** Paths of the leaves of all files. */
    private Set<String> leaves() throws IOException {
        Set<String> leaves = new TreeSet<>();
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".parquet")).toList()) {
                try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                    reader.schema().leaves().forEach(leaf -> leaves.add(leaf.dottedPath()));
                }
            }
        }
        return leaves;
    }

    @Test
    void aTableOfTheSecondVersionIsUpgraded() throws IOException {
        catalog().createNamespace(Namespace.of("lake"));
        catalog().createTable(NAME, new Schema(Types.NestedField.optional(1, "other", Types.IntegerType.get())));
        produceDocuments(0, 2);
        assertThatThrownBy(this::runTask)
                .rootCause()
                .hasMessageContaining("variants are in tables of format version 3 or later, and this one has 2");
        table().updateProperties().set("format-version", "3").commit();
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aColumnOfTextsDoesNotBecomeOneOfVariants() throws IOException {
        more.put("schemaless", "json");
        more.put("table.properties.format-version", "3");
        produceDocuments(0, 1);
        runTask();
        look();
        more.put("schemaless", "variant");
        produceDocuments(1, 2);
        assertThatThrownBy(this::runTask)
                .rootCause()
                .hasMessageContaining("cannot have its columns")
                .hasMessageContaining("value: optional string");
        assertThat(offsets()).containsExactly("0:0");
    }
}

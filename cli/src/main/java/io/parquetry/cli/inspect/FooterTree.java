package io.parquetry.cli.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * All that a footer says, as one tree, which both forms of {@code meta} print. Members have the names and the order of
 * parquet.thrift and are left out where the footer is silent; only the schema is one text, with a list of the leaf columns
 * beside it. Numbers that the format defines but this program does not know stay numbers.
 */
final class FooterTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<LeafColumn> leaves;

    private FooterTree(List<LeafColumn> leaves) {
        this.leaves = leaves;
    }

    static ObjectNode of(FileMetadata footer) {
        return new FooterTree(footer.schema().leaves()).file(footer);
    }

    private ObjectNode file(FileMetadata footer) {
        ObjectNode facts = NODES.objectNode();
        facts.put("version", footer.version());
        footer.createdBy().ifPresent(writer -> facts.put("created_by", writer));
        facts.put("num_rows", footer.rows());
        facts.put("schema", footer.schema().toString());
        columns(footer, facts.putArray("columns"));
        keyValues(footer.keyValues(), facts);
        ArrayNode rowGroups = facts.putArray("row_groups");
        footer.rowGroups().forEach(rowGroup -> rowGroups.add(rowGroup(rowGroup)));
        return facts;
    }

    private void columns(FileMetadata footer, ArrayNode columns) {
        List<ColumnOrder> orders = footer.columnOrders();
        for (LeafColumn leaf : leaves) {
            ObjectNode facts = columns.addObject();
            facts.put("path", leaf.dottedPath());
            facts.put("type", ColumnText.type(leaf.type()));
            facts.put("max_repetition_level", leaf.maxRepetitionLevel());
            facts.put("max_definition_level", leaf.maxDefinitionLevel());
            if (leaf.ordinal() < orders.size()) {
                facts.put("column_order", orders.get(leaf.ordinal()).name());
            }
        }
    }

    private static void keyValues(List<KeyValue> notes, ObjectNode into) {
        if (notes.isEmpty()) {
            return;
        }
        ArrayNode list = into.putArray("key_value_metadata");
        for (KeyValue note : notes) {
            ObjectNode facts = list.addObject().put("key", note.key());
            note.value().ifPresent(value -> facts.put("value", value));
        }
    }

    private ObjectNode rowGroup(RowGroupMetadata rowGroup) {
        ObjectNode facts = NODES.objectNode();
        put(facts, "ordinal", rowGroup.ordinal());
        facts.put("num_rows", rowGroup.rows());
        facts.put("total_byte_size", rowGroup.uncompressedBytes());
        put(facts, "total_compressed_size", rowGroup.compressedBytes());
        put(facts, "file_offset", rowGroup.fileOffset());
        if (!rowGroup.sortingColumns().isEmpty()) {
            ArrayNode sorting = facts.putArray("sorting_columns");
            rowGroup.sortingColumns().forEach(column -> sorting.add(sorting(column)));
        }
        ArrayNode columns = facts.putArray("columns");
        for (LeafColumn leaf : leaves) {
            columns.add(chunk(rowGroup.columns().get(leaf.ordinal()), leaf));
        }
        return facts;
    }

    /** The column's number comes from the file: there may be no such column. */
    private ObjectNode sorting(SortingColumn column) {
        ObjectNode facts = NODES.objectNode().put("column_idx", column.columnOrdinal());
        if (column.columnOrdinal() >= 0 && column.columnOrdinal() < leaves.size()) {
            facts.put("path", leaves.get(column.columnOrdinal()).dottedPath());
        }
        return facts.put("descending", column.descending()).put("nulls_first", column.nullsFirst());
    }

    private static ObjectNode chunk(ColumnChunkMetadata chunk, LeafColumn leaf) {
        ObjectNode facts = NODES.objectNode();
        facts.put("path_in_schema", leaf.dottedPath());
        chunk.filePath().ifPresent(path -> facts.put("file_path", path));
        facts.put("type", chunk.type().name());
        ArrayNode encodings = facts.putArray("encodings");
        chunk.encodingIds().forEach(id -> encodings.add(ColumnText.encoding(id)));
        facts.put("codec", ColumnText.codec(chunk));
        facts.put("num_values", chunk.entries());
        facts.put("total_uncompressed_size", chunk.bytes().uncompressed());
        facts.put("total_compressed_size", chunk.bytes().compressed());
        put(facts, "dictionary_page_offset", chunk.offsets().dictionaryPage());
        facts.put("data_page_offset", chunk.offsets().firstDataPage());
        put(facts, "index_page_offset", chunk.offsets().indexPage());
        chunk.statistics().ifPresent(said -> facts.set("statistics", statistics(said, leaf)));
        chunk.sizeStatistics().ifPresent(said -> facts.set("size_statistics", sizes(said)));
        chunk.geospatialStatistics().ifPresent(said -> facts.set("geospatial_statistics", geospatial(said)));
        if (!chunk.pageEncodings().isEmpty()) {
            ArrayNode pages = facts.putArray("encoding_stats");
            chunk.pageEncodings().forEach(said -> pages.add(pageEncoding(said)));
        }
        keyValues(chunk.keyValues(), facts);
        indexes(chunk.indexes(), facts);
        return facts;
    }

    private static ObjectNode statistics(Statistics said, LeafColumn leaf) {
        ObjectNode facts = NODES.objectNode();
        put(facts, "null_count", said.nulls());
        put(facts, "distinct_count", said.distinct());
        put(facts, "nan_count", said.nans());
        bound(facts, "min_value", "is_min_value_exact", said.min(), leaf);
        bound(facts, "max_value", "is_max_value_exact", said.max(), leaf);
        bound(facts, "min", "is_min_exact", said.legacyMin(), leaf);
        bound(facts, "max", "is_max_exact", said.legacyMax(), leaf);
        return facts;
    }

    private static void bound(
            ObjectNode facts, String name, String exactName, Optional<Statistics.Bound> bound, LeafColumn leaf) {
        bound.ifPresent(said -> {
            facts.set(name, NODES.pojoNode(ColumnText.boundValue(leaf.type(), said.value())));
            said.exact().ifPresent(exact -> facts.put(exactName, exact));
        });
    }

    private static ObjectNode sizes(SizeStatistics said) {
        ObjectNode facts = NODES.objectNode();
        put(facts, "unencoded_byte_array_data_bytes", said.unencodedBytes());
        histogram(facts, "repetition_level_histogram", said.repetitionLevels());
        histogram(facts, "definition_level_histogram", said.definitionLevels());
        return facts;
    }

    private static void histogram(ObjectNode facts, String name, List<Long> counts) {
        if (!counts.isEmpty()) {
            ArrayNode list = facts.putArray(name);
            counts.forEach(list::add);
        }
    }

    private static ObjectNode geospatial(GeospatialStatistics said) {
        ObjectNode facts = NODES.objectNode();
        said.box().ifPresent(box -> {
            ObjectNode extents = facts.putObject("bbox");
            extents.put("xmin", box.xMin()).put("xmax", box.xMax());
            extents.put("ymin", box.yMin()).put("ymax", box.yMax());
            put(extents, "zmin", box.zMin());
            put(extents, "zmax", box.zMax());
            put(extents, "mmin", box.mMin());
            put(extents, "mmax", box.mMax());
        });
        if (!said.types().isEmpty()) {
            ArrayNode types = facts.putArray("geospatial_types");
            said.types().forEach(types::add);
        }
        return facts;
    }

    private static ObjectNode pageEncoding(PageEncodingStats said) {
        return NODES.objectNode()
                .put("page_type", ColumnText.pageType(said.pageTypeId()))
                .put("encoding", ColumnText.encoding(said.encodingId()))
                .put("count", said.pages());
    }

    private static void indexes(ColumnChunkMetadata.Indexes said, ObjectNode facts) {
        put(facts, "bloom_filter_offset", said.bloomFilterOffset());
        put(facts, "bloom_filter_length", said.bloomFilterLength());
        said.offsetIndex()
                .ifPresent(range ->
                        facts.put("offset_index_offset", range.offset()).put("offset_index_length", range.length()));
        said.columnIndex()
                .ifPresent(range ->
                        facts.put("column_index_offset", range.offset()).put("column_index_length", range.length()));
    }

    private static void put(ObjectNode facts, String name, OptionalLong value) {
        value.ifPresent(number -> facts.put(name, number));
    }

    private static void put(ObjectNode facts, String name, OptionalInt value) {
        value.ifPresent(number -> facts.put(name, number));
    }

    private static void put(ObjectNode facts, String name, OptionalDouble value) {
        value.ifPresent(number -> facts.put(name, number));
    }
}

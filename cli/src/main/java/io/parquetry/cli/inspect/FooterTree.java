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
 * The whole footer as one JSON tree, which both forms of {@code meta} print. Members have the names and the order of
 * parquet.thrift, and absent fields are left out. The schema is one text, followed by a list of the leaf columns. Ids
 * that this program does not know stay numbers.
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
        ObjectNode members = NODES.objectNode();
        members.put("version", footer.version());
        footer.createdBy().ifPresent(writer -> members.put("created_by", writer));
        members.put("num_rows", footer.rows());
        members.put("schema", footer.schema().toString());
        columns(footer, members.putArray("columns"));
        keyValues(footer.keyValues(), members);
        ArrayNode rowGroups = members.putArray("row_groups");
        footer.rowGroups().forEach(rowGroup -> rowGroups.add(rowGroup(rowGroup)));
        return members;
    }

    private void columns(FileMetadata footer, ArrayNode columns) {
        List<ColumnOrder> orders = footer.columnOrders();
        for (LeafColumn leaf : leaves) {
            ObjectNode members = columns.addObject();
            members.put("path", leaf.dottedPath());
            members.put("type", ColumnText.type(leaf.type()));
            members.put("max_repetition_level", leaf.maxRepetitionLevel());
            members.put("max_definition_level", leaf.maxDefinitionLevel());
            if (leaf.ordinal() < orders.size()) {
                members.put("column_order", orders.get(leaf.ordinal()).name());
            }
        }
    }

    private static void keyValues(List<KeyValue> pairs, ObjectNode into) {
        if (pairs.isEmpty()) {
            return;
        }
        ArrayNode list = into.putArray("key_value_metadata");
        for (KeyValue pair : pairs) {
            ObjectNode members = list.addObject().put("key", pair.key());
            pair.value().ifPresent(value -> members.put("value", value));
        }
    }

    private ObjectNode rowGroup(RowGroupMetadata rowGroup) {
        ObjectNode members = NODES.objectNode();
        put(members, "ordinal", rowGroup.ordinal());
        members.put("num_rows", rowGroup.rows());
        members.put("total_byte_size", rowGroup.uncompressedBytes());
        put(members, "total_compressed_size", rowGroup.compressedBytes());
        put(members, "file_offset", rowGroup.fileOffset());
        if (!rowGroup.sortingColumns().isEmpty()) {
            ArrayNode sorting = members.putArray("sorting_columns");
            rowGroup.sortingColumns().forEach(column -> sorting.add(sorting(column)));
        }
        ArrayNode columns = members.putArray("columns");
        for (LeafColumn leaf : leaves) {
            columns.add(chunk(rowGroup.columns().get(leaf.ordinal()), leaf));
        }
        return members;
    }

    /** The column's ordinal comes from the file; there may be no such column. */
    private ObjectNode sorting(SortingColumn column) {
        ObjectNode members = NODES.objectNode().put("column_idx", column.columnOrdinal());
        if (column.columnOrdinal() >= 0 && column.columnOrdinal() < leaves.size()) {
            members.put("path", leaves.get(column.columnOrdinal()).dottedPath());
        }
        return members.put("descending", column.descending()).put("nulls_first", column.nullsFirst());
    }

    private static ObjectNode chunk(ColumnChunkMetadata chunk, LeafColumn leaf) {
        ObjectNode members = NODES.objectNode();
        members.put("path_in_schema", leaf.dottedPath());
        chunk.filePath().ifPresent(path -> members.put("file_path", path));
        members.put("type", chunk.type().name());
        ArrayNode encodings = members.putArray("encodings");
        chunk.encodingIds().forEach(id -> encodings.add(ColumnText.encoding(id)));
        members.put("codec", ColumnText.codec(chunk));
        members.put("num_values", chunk.entries());
        members.put("total_uncompressed_size", chunk.bytes().uncompressed());
        members.put("total_compressed_size", chunk.bytes().compressed());
        put(members, "dictionary_page_offset", chunk.offsets().dictionaryPage());
        members.put("data_page_offset", chunk.offsets().firstDataPage());
        put(members, "index_page_offset", chunk.offsets().indexPage());
        chunk.statistics().ifPresent(stated -> members.set("statistics", statistics(stated, leaf)));
        chunk.sizeStatistics().ifPresent(stated -> members.set("size_statistics", sizes(stated)));
        chunk.geospatialStatistics().ifPresent(stated -> members.set("geospatial_statistics", geospatial(stated)));
        if (!chunk.pageEncodings().isEmpty()) {
            ArrayNode pages = members.putArray("encoding_stats");
            chunk.pageEncodings().forEach(stated -> pages.add(pageEncoding(stated)));
        }
        keyValues(chunk.keyValues(), members);
        indexes(chunk.indexes(), members);
        return members;
    }

    private static ObjectNode statistics(Statistics stated, LeafColumn leaf) {
        ObjectNode members = NODES.objectNode();
        put(members, "null_count", stated.nulls());
        put(members, "distinct_count", stated.distinct());
        put(members, "nan_count", stated.nans());
        bound(members, "min_value", "is_min_value_exact", stated.min(), leaf);
        bound(members, "max_value", "is_max_value_exact", stated.max(), leaf);
        bound(members, "min", "is_min_exact", stated.legacyMin(), leaf);
        bound(members, "max", "is_max_exact", stated.legacyMax(), leaf);
        return members;
    }

    private static void bound(
            ObjectNode members, String name, String exactName, Optional<Statistics.Bound> bound, LeafColumn leaf) {
        bound.ifPresent(stated -> {
            members.set(name, NODES.pojoNode(ColumnText.boundValue(leaf.type(), stated.value())));
            stated.exact().ifPresent(exact -> members.put(exactName, exact));
        });
    }

    private static ObjectNode sizes(SizeStatistics stated) {
        ObjectNode members = NODES.objectNode();
        put(members, "unencoded_byte_array_data_bytes", stated.unencodedBytes());
        histogram(members, "repetition_level_histogram", stated.repetitionLevels());
        histogram(members, "definition_level_histogram", stated.definitionLevels());
        return members;
    }

    private static void histogram(ObjectNode members, String name, List<Long> counts) {
        if (!counts.isEmpty()) {
            ArrayNode list = members.putArray(name);
            counts.forEach(list::add);
        }
    }

    private static ObjectNode geospatial(GeospatialStatistics stated) {
        ObjectNode members = NODES.objectNode();
        stated.box().ifPresent(box -> {
            ObjectNode extents = members.putObject("bbox");
            extents.put("xmin", box.xMin()).put("xmax", box.xMax());
            extents.put("ymin", box.yMin()).put("ymax", box.yMax());
            put(extents, "zmin", box.zMin());
            put(extents, "zmax", box.zMax());
            put(extents, "mmin", box.mMin());
            put(extents, "mmax", box.mMax());
        });
        if (!stated.types().isEmpty()) {
            ArrayNode types = members.putArray("geospatial_types");
            stated.types().forEach(types::add);
        }
        return members;
    }

    private static ObjectNode pageEncoding(PageEncodingStats stated) {
        return NODES.objectNode()
                .put("page_type", ColumnText.pageType(stated.pageTypeId()))
                .put("encoding", ColumnText.encoding(stated.encodingId()))
                .put("count", stated.pages());
    }

    private static void indexes(ColumnChunkMetadata.Indexes stated, ObjectNode members) {
        put(members, "bloom_filter_offset", stated.bloomFilterOffset());
        put(members, "bloom_filter_length", stated.bloomFilterLength());
        stated.offsetIndex()
                .ifPresent(range ->
                        members.put("offset_index_offset", range.offset()).put("offset_index_length", range.length()));
        stated.columnIndex()
                .ifPresent(range ->
                        members.put("column_index_offset", range.offset()).put("column_index_length", range.length()));
    }

    private static void put(ObjectNode members, String name, OptionalLong value) {
        value.ifPresent(number -> members.put(name, number));
    }

    private static void put(ObjectNode members, String name, OptionalInt value) {
        value.ifPresent(number -> members.put(name, number));
    }

    private static void put(ObjectNode members, String name, OptionalDouble value) {
        value.ifPresent(number -> members.put(name, number));
    }
}

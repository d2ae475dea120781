package io.parquetry.format.internal.thrift;

import io.parquetry.format.Place;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.schema.LeafColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** {@code RowGroup}. */
final class RowGroupThrift {
    /** What a row group without its columns takes in memory, about. */
    static final int BYTES_EACH = 128;

    private static final long REQUIRED = CompactReader.fields(1, 2, 3);

    private RowGroupThrift() {}

    /**
     * Reads a row group.
     *
     * @param leaves of the schema, or none when the schema comes later
     * @param previous the chunks of the row group before it, or none
     * @param defects receives what is read past
     */
    static RowGroupMetadata read(
            CompactReader in,
            Place place,
            List<LeafColumn> leaves,
            List<ColumnChunkMetadata> previous,
            Set<String> defects) {
        List<ColumnChunkMetadata> columns = List.of();
        long uncompressedBytes = 0;
        long rows = 0;
        List<SortingColumn> sortingColumns = List.of();
        OptionalLong fileOffset = OptionalLong.empty();
        OptionalLong compressedBytes = OptionalLong.empty();
        OptionalInt ordinal = OptionalInt.empty();
        in.beginStruct("RowGroup");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> columns = readColumns(in, place, leaves, previous, defects);
                case 2 -> uncompressedBytes = in.fieldI64();
                case 3 -> rows = in.fieldCount64();
                case 4 -> sortingColumns = in.fieldStructs(SortingColumnThrift.BYTES_EACH, SortingColumnThrift::read);
                case 5 -> fileOffset = OptionalLong.of(in.fieldI64());
                case 6 -> compressedBytes = OptionalLong.of(in.fieldI64());
                case 7 -> ordinal = OptionalInt.of(in.fieldI16());
                default -> in.skip();
            }
        }
        in.require("RowGroup", REQUIRED);
        return RowGroupMetadata.builder()
                .columns(columns)
                .uncompressedBytes(uncompressedBytes)
                .rows(rows)
                .sortingColumns(sortingColumns)
                .fileOffset(fileOffset)
                .compressedBytes(compressedBytes)
                .ordinal(ordinal)
                .build();
    }

    private static List<ColumnChunkMetadata> readColumns(
            CompactReader in,
            Place place,
            List<LeafColumn> leaves,
            List<ColumnChunkMetadata> previous,
            Set<String> defects) {
        int size = in.fieldList(CompactType.STRUCT, ColumnChunkThrift.BYTES_EACH);
        List<ColumnChunkMetadata> columns = new ArrayList<>(Math.min(size, leaves.size()));
        List<Integer> encodings = List.of();
        for (int i = 0; i < size; i++) {
            List<String> path = i < leaves.size() ? leaves.get(i).path() : List.of();
            if (i < previous.size()) {
                encodings = previous.get(i).encodingIds();
            }
            ColumnChunkMetadata chunk = ColumnChunkThrift.read(in, place, path, encodings, defects);
            encodings = chunk.encodingIds();
            columns.add(chunk);
        }
        return columns;
    }

    static void write(CompactWriter out, RowGroupMetadata rowGroup) {
        out.beginStruct();
        out.structs(1, rowGroup.columns(), ColumnChunkThrift::write);
        out.i64(2, rowGroup.uncompressedBytes());
        out.i64(3, rowGroup.rows());
        if (!rowGroup.sortingColumns().isEmpty()) {
            out.structs(4, rowGroup.sortingColumns(), SortingColumnThrift::write);
        }
        rowGroup.fileOffset().ifPresent(offset -> out.i64(5, offset));
        rowGroup.compressedBytes().ifPresent(bytes -> out.i64(6, bytes));
        // The field has 16 bits: later row groups have no ordinal, which only encryption needs.
        rowGroup.ordinal().stream()
                .filter(ordinal -> ordinal >= 0 && ordinal <= Short.MAX_VALUE)
                .forEach(ordinal -> out.i16(7, ordinal));
        out.endStruct();
    }
}

package io.parquetry.format.internal.thrift;

import io.parquetry.format.Place;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code FileMetaData}: the footer without the length and the magic bytes at the end of the file.
 *
 * <p>Whether row groups and schema fit together is checked where the file is known. Defects that leave no doubt about
 * the rows are read past, and noted.
 */
public final class FooterThrift {
    private static final long REQUIRED = CompactReader.fields(1, 2, 3, 4);

    private FooterThrift() {}

    /**
     * Reads a footer; bytes after it (a signature, in files with encrypted columns) are ignored. The bytes belong to
     * the metadata from here on: a part of it is read when it is first asked for.
     *
     * @param file for what is found to be wrong then
     */
    public static FileMetadata read(Place file, byte[] bytes, int offset, int length) {
        CompactReader in = new CompactReader("footer", bytes, offset, length);
        int version = 0;
        MessageType schema = null;
        long rows = 0;
        List<RowGroupMetadata> rowGroups = List.of();
        List<KeyValue> keyValues = List.of();
        Optional<String> createdBy = Optional.empty();
        List<ColumnOrder> columnOrders = List.of();
        // A set: a footer may have one defect a million times.
        Set<String> defects = new LinkedHashSet<>();
        in.beginStruct("FileMetaData");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> version = in.fieldI32();
                case 2 -> schema = SchemaThrift.read(in, defects);
                case 3 -> rows = in.fieldCount64();
                case 4 -> rowGroups = readRowGroups(in, file, schema == null ? List.of() : schema.leaves(), defects);
                case 5 -> keyValues = KeyValueThrift.readList(in, defects);
                case 6 -> createdBy = Optional.of(in.fieldString());
                case 7 -> columnOrders = in.fieldStructs(ColumnOrderThrift.BYTES_EACH, ColumnOrderThrift::read);
                default -> in.skip();
            }
        }
        in.require("FileMetaData", REQUIRED);
        rowGroups = PathsInFile.replaced(rowGroups, schema);
        return FileMetadata.builder()
                .version(version)
                .schema(schema)
                .rows(rows)
                .rowGroups(rowGroups)
                .keyValues(keyValues)
                .createdBy(createdBy)
                .columnOrders(ordersOf(schema.leaves().size(), columnOrders, defects))
                .defects(List.copyOf(defects))
                .build();
    }

    /**
     * One order for each column. Where a footer has more or fewer it does not say which order is whose, so that it says
     * something only if all are the same.
     */
    private static List<ColumnOrder> ordersOf(int columns, List<ColumnOrder> orders, Set<String> defects) {
        if (orders.isEmpty() || orders.size() == columns) {
            return orders;
        }
        defects.add("there are " + orders.size() + " column orders, but the schema has " + columns + " columns");
        return orders.stream().distinct().count() == 1 ? Collections.nCopies(columns, orders.get(0)) : List.of();
    }

    private static List<RowGroupMetadata> readRowGroups(
            CompactReader in, Place file, List<LeafColumn> leaves, Set<String> defects) {
        List<RowGroupMetadata> rowGroups = new ArrayList<>();
        int size = in.fieldList(CompactType.STRUCT, RowGroupThrift.BYTES_EACH);
        for (int ordinal = 0; ordinal < size; ordinal++) {
            List<ColumnChunkMetadata> previous =
                    ordinal == 0 ? List.of() : rowGroups.get(ordinal - 1).columns();
            rowGroups.add(RowGroupThrift.read(in, file.rowGroup(ordinal), leaves, previous, defects));
        }
        return rowGroups;
    }

    public static void write(FileMetadata footer, CompactWriter out) {
        out.beginStruct();
        out.i32(1, footer.version());
        SchemaThrift.write(2, footer.schema(), out);
        out.i64(3, footer.rows());
        out.structs(4, footer.rowGroups(), RowGroupThrift::write);
        if (!footer.keyValues().isEmpty()) {
            out.structs(5, footer.keyValues(), KeyValueThrift::write);
        }
        footer.createdBy().ifPresent(text -> out.string(6, text));
        if (!footer.columnOrders().isEmpty()) {
            out.structs(7, footer.columnOrders(), ColumnOrderThrift::write);
        }
        out.endStruct();
    }
}

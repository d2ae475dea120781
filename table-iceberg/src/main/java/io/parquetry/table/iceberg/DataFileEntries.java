package io.parquetry.table.iceberg;

import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.DataException;

/** The entries of a table for files that the sink wrote: what a manifest says of a file, from its footer. */
final class DataFileEntries {
    /** The key-value metadata of a file that has the UUID of the table whose field ids it has. */
    static final String TABLE_UUID = "parquetry.table.uuid";

    /** The least field id of columns without a place in the table, of nulls only, which earlier versions wrote. */
    private static final int NO_COLUMN_LEAST = Integer.MAX_VALUE - 1_000;

    private final TableMetadata table;
    private final MetricsConfig metrics;
    private final String url;

    /**
     * A file as a manifest has it.
     *
     * @param hasSpec whether the table has the spec of its partition; if not, it has none yet
     */
    record Prepared(DataFile file, boolean hasSpec) implements Table.Entry {
        DataFile in(PartitionSpec spec) {
            return DataFiles.builder(spec).copy(file).build();
        }
    }

    /** @param url of the storage of the files */
    DataFileEntries(TableMetadata table, MetricsConfig metrics, String url) {
        this.table = table;
        this.metrics = metrics;
        this.url = url;
    }

    /** @throws DataException why the table cannot have the file */
    Prepared entry(TableFile file) {
        FileMetadata footer = file.footer();
        MessageType columns = columns(footer.schema());
        requireColumns(columns.fields(), "", isOwn(footer));
        requireAll(columns.fields(), table.schema().asStruct());
        Optional<PartitionSpec> own = spec(footer);
        Optional<PartitionSpec> spec = own.or(() -> spec(PartitionSpec::isUnpartitioned));
        DataFiles.Builder builder = DataFiles.builder(spec.orElse(PartitionSpec.unpartitioned()))
                .withPath(StorageFileIO.location(url, file.path()))
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(file.bytes())
                .withMetrics(FileMetrics.of(footer, columns, metrics))
                .withSplitOffsets(FileMetrics.splitOffsets(footer));
        own.flatMap(each -> partition(footer, each)).ifPresent(builder::withPartition);
        return new Prepared(builder.build(), spec.isPresent());
    }

    boolean isOwn(FileMetadata footer) {
        return footer.keyValue(TABLE_UUID)
                .filter(uuid -> uuid.equals(table.uuid()))
                .isPresent();
    }

    /** The columns with field ids: those of the file, or those by which the table finds columns of these names. */
    private MessageType columns(MessageType written) {
        boolean hasIds = written.leaves().stream()
                .anyMatch(leaf -> IcebergTypes.column(written, leaf).fieldId().isPresent());
        String mapping = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
        if (hasIds || mapping == null) {
            return written;
        }
        MessageType columns = IcebergTypes.numbered(written, table.schema())
                .orElseThrow(() -> new DataException("it has no field ids, and the table has not all of its columns"));
        NameMapping names = NameMappingParser.fromJson(mapping);
        for (LeafColumn leaf : columns.leaves()) {
            columns.along(new ColumnPath(leaf.path())).stream()
                    .filter(field -> field.fieldId().isPresent())
                    .forEach(field -> requireMapped(names, leaf, field));
        }
        return columns;
    }

    private static void requireMapped(NameMapping names, LeafColumn leaf, io.parquetry.format.schema.Type field) {
        MappedField mapped = names.find(field.fieldId().getAsInt());
        if (mapped == null || !mapped.names().contains(field.name())) {
            throw new DataException("its column " + leaf.dottedPath() + " has no field id, and the property "
                    + TableProperties.DEFAULT_NAME_MAPPING + " of the table does not have " + field.name()
                    + " by this name, so that readers would find nothing in it; add the name to that property");
        }
    }

    private void requireColumns(List<io.parquetry.format.schema.Type> columns, String parent, boolean isOfTable) {
        columns.forEach(column -> requireColumn(column, parent + column.name(), isOfTable));
    }

    /**
     * @param name as the table has it, which is not that of the groups of lists and maps in the file
     * @param isOfTable whether the ids are those of this table, which never gives one to another column
     */
    private void requireColumn(io.parquetry.format.schema.Type column, String name, boolean isOfTable) {
        if (!isOfTable) {
            requireName(column.fieldId(), name);
        }
        if (IcebergTypes.isLeaf(column)) {
            requireType(column, name);
            return;
        }
        GroupType group = (GroupType) column;
        if (group.isAnnotated(LogicalType.LIST)) {
            requireColumn(part(group, 0), name + ".element", isOfTable);
        } else if (group.isAnnotated(LogicalType.MAP)) {
            requireColumn(part(group, 0), name + ".key", isOfTable);
            requireColumn(part(group, 1), name + ".value", isOfTable);
        } else {
            requireColumns(group.fields(), name + ".", isOfTable);
        }
    }

    /** Readers fail at a required column that a file lacks, and with it at the whole table. */
    private static void requireAll(List<io.parquetry.format.schema.Type> columns, Types.StructType struct) {
        for (Types.NestedField field : struct.fields()) {
            Optional<io.parquetry.format.schema.Type> column = columns.stream()
                    .filter(each -> each.fieldId().equals(OptionalInt.of(field.fieldId())))
                    .findFirst();
            if (column.isEmpty() && field.isRequired() && field.initialDefault() == null) {
                throw new DataException("it lacks the column " + field.name() + ", which the table requires; make that"
                        + " column optional");
            }
            if (column.isPresent() && field.type().isStructType() && column.get() instanceof GroupType group) {
                requireAll(group.fields(), field.type().asStructType());
            }
        }
    }

    /** A column that the table has dropped, or does not have, is no fault: readers leave it out. */
    private void requireType(io.parquetry.format.schema.Type column, String name) {
        if (column.fieldId().isEmpty()) {
            throw new DataException("its column " + name + " has no field id, as when the connector had no table while"
                    + " it wrote the file");
        }
        int id = column.fieldId().getAsInt();
        if (id > table.lastColumnId() && id < NO_COLUMN_LEAST) {
            throw new DataException("the table never had the field id " + id + " of its column " + name);
        }
        Type has = table.schema().findType(id);
        if (has != null && !IcebergTypes.isReadable(IcebergTypes.leaf(column), has)) {
            throw new DataException("its column " + name + " is a " + IcebergTypes.leaf(column)
                    + ", and the column of the table with the same field id " + id + " is a " + has);
        }
    }

    private static io.parquetry.format.schema.Type part(GroupType group, int index) {
        return ((GroupType) group.fields().get(0)).fields().get(index);
    }

    /**
     * A table that was dropped and created anew may give a number to another column. A column that was renamed has its
     * old name in an old schema of the table.
     */
    private void requireName(OptionalInt id, String name) {
        List<String> names = table.schemas().stream()
                .map(schema -> id.isPresent() ? schema.findColumnName(id.getAsInt()) : null)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (!names.isEmpty() && !names.contains(name)) {
            throw new DataException("its column " + name + " has the field id " + id.getAsInt()
                    + ", which is that of the column " + String.join(", once ", names) + " in the table, so it was"
                    + " written for another table; a task takes over the ids of a new table when it is restarted");
        }
    }

    /**
     * The spec by which the file was partitioned; empty when it was by none, or the table does not have it any more.
     * Such a file belongs to no partition: readers then take all values from its columns.
     */
    private Optional<PartitionSpec> spec(FileMetadata footer) {
        return footer.keyValue(RecordPartitions.SPEC)
                .flatMap(text -> spec(each -> PartitionSpecParser.toJson(each).equals(text)));
    }

    private Optional<PartitionSpec> spec(Predicate<PartitionSpec> wanted) {
        return table.specs().stream().filter(wanted).findFirst();
    }

    private static Optional<StructLike> partition(FileMetadata footer, PartitionSpec spec) {
        try {
            return RecordPartitions.read(footer, spec);
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            throw new DataException("its partition in the table cannot be read: " + e.getMessage(), e);
        }
    }
}

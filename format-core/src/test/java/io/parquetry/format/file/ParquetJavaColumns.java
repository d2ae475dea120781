package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopCodecs;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;

/** The entries of a file's columns as parquet-java reads them. */
public final class ParquetJavaColumns {
    private final Path path;

    public ParquetJavaColumns(Path path) {
        this.path = path;
    }

    /** Compares the entries of all row groups with those of the cursor. */
    public void requireEqual(LeafColumn leaf, ColumnCursor ours) throws IOException {
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        ParquetReadOptions options = ParquetReadOptions.builder(configuration)
                .withCodecFactory(HadoopCodecs.newFactory(configuration, 0))
                .build();
        try (ParquetFileReader file = ParquetFileReader.open(new LocalInputFile(path), options)) {
            MessageType schema = file.getFooter().getFileMetaData().getSchema();
            String createdBy = file.getFooter().getFileMetaData().getCreatedBy();
            ColumnDescriptor column = schema.getColumns().get(leaf.ordinal());
            long entry = 0;
            for (int i = 0; i < file.getRowGroups().size(); i++) {
                long entries = file.getRowGroups()
                        .get(i)
                        .getColumns()
                        .get(leaf.ordinal())
                        .getValueCount();
                if (entries == 0) {
                    continue;
                }
                PageReadStore group = file.readRowGroup(i);
                ColumnReader theirs = new ColumnReadStoreImpl(
                                group, new DummyRecordConverter(schema).getRootConverter(), schema, createdBy)
                        .getColumnReader(column);
                for (long left = entries; left > 0; left--) {
                    requireEqual(leaf, entry++, theirs, ours);
                    theirs.consume();
                }
            }
            assertThat(ours.next()).as("another entry of %s", leaf.dottedPath()).isFalse();
        }
    }

    private static void requireEqual(LeafColumn leaf, long entry, ColumnReader theirs, ColumnCursor ours)
            throws IOException {
        boolean same = ours.next()
                && ours.repetitionLevel() == theirs.getCurrentRepetitionLevel()
                && ours.definitionLevel() == theirs.getCurrentDefinitionLevel();
        boolean present = theirs.getCurrentDefinitionLevel() == leaf.maxDefinitionLevel();
        Object expected = present ? value(leaf, theirs) : null;
        Object found = ours.value() instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : ours.value();
        if (!same || present != (found != null) || present && !expected.equals(found)) {
            throw new AssertionError("entry " + entry + " of " + leaf.dottedPath() + ": parquet-java finds " + expected
                    + " at r " + theirs.getCurrentRepetitionLevel() + ", d " + theirs.getCurrentDefinitionLevel()
                    + "; we find " + found + " at r " + ours.repetitionLevel() + ", d " + ours.definitionLevel());
        }
    }

    private static Object value(LeafColumn leaf, ColumnReader theirs) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> theirs.getBoolean();
            case INT32 -> theirs.getInteger();
            case INT64 -> theirs.getLong();
            case FLOAT -> theirs.getFloat();
            case DOUBLE -> theirs.getDouble();
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                ByteBuffer.wrap(theirs.getBinary().getBytes());
        };
    }
}

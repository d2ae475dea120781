package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.format.file.ColumnBatches;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/** Opening files. */
public final class FooterOpens {
    /** The column that is read. */
    public static final String COLUMN = "column0";

    private FooterOpens() {}

    /** Opens a file up to having its metadata and its schema, and closes it. */
    public static List<Contender> open(FooterFiles kind, Path folder) throws IOException {
        Path file = kind.write(folder);
        List<Contender> contenders = new ArrayList<>();
        contenders.add(FileRead.repeated("parquetry", file, kind.opens(), FooterOpens::parquetry));
        contenders.add(FileRead.repeated("parquet-java", file, kind.opens(), FooterOpens::parquetJava));
        contenders.add(new DuckDbOpen(file, kind.opens()));
        ContendersOfNewerJdk.all().forEach(each -> contenders.add(each.open(kind, file)));
        return contenders;
    }

    /** Opens a file, reads one column of one row group, and closes it. DuckDB cannot be asked for a row group. */
    public static List<Contender> openAndRead(FooterFiles kind, Path folder) throws IOException {
        Path file = kind.write(folder);
        List<Contender> contenders = new ArrayList<>();
        contenders.add(FileRead.repeated("parquetry", file, kind.opens(), path -> parquetry(kind, path)));
        contenders.add(FileRead.repeated("parquet-java", file, kind.opens(), path -> parquetJava(kind, path)));
        ContendersOfNewerJdk.all().forEach(each -> contenders.add(each.openAndRead(kind, file)));
        return contenders;
    }

    private static long parquetry(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            long rowGroups = reader.metadata().rowGroups().size();
            return rowGroups + reader.schema().leaves().size();
        }
    }

    private static long parquetry(FooterFiles kind, Path file) throws IOException {
        RecordQuery query = RecordQuery.ALL
                .columns(Projection.of(List.of(ColumnPath.of(COLUMN))))
                .fromRow(kind.rowRead());
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            ColumnBatches batches = reader.batches(query);
            long rows = 0;
            while (rows < kind.rowsOfEach() && batches.next(kind.rowsOfEach())) {
                rows += batches.rows();
            }
            return rows;
        }
    }

    private static long parquetJava(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetJavaFiles.open(file)) {
            long rowGroups = reader.getFooter().getBlocks().size();
            return rowGroups + reader.getFileMetaData().getSchema().getColumns().size();
        }
    }

    private static long parquetJava(FooterFiles kind, Path file) throws IOException {
        try (ParquetFileReader reader = ParquetJavaFiles.open(file)) {
            MessageType whole = reader.getFileMetaData().getSchema();
            MessageType schema = new MessageType(whole.getName(), whole.getType(COLUMN));
            reader.setRequestedSchema(schema);
            PageReadStore pages = reader.readRowGroup(kind.rowGroupRead());
            ColumnDescriptor column = schema.getColumns().get(0);
            ColumnReader values = new ColumnReadStoreImpl(
                            pages,
                            new GroupRecordConverter(schema).getRootConverter(),
                            schema,
                            reader.getFileMetaData().getCreatedBy())
                    .getColumnReader(column);
            long rows = 0;
            for (long row = 0; row < pages.getRowCount(); row++) {
                if (values.getCurrentDefinitionLevel() == column.getMaxDefinitionLevel()) {
                    values.getInteger();
                }
                values.consume();
                rows++;
            }
            return rows;
        }
    }

    /** The statement that reads the least: one row for a file, from its footer. DuckDB must make all of the footer. */
    private static final class DuckDbOpen implements Contender {
        private final FileRead opens;
        private final DuckDb database = new DuckDb();

        DuckDbOpen(Path file, int count) throws IOException {
            String sql = "SELECT num_row_groups FROM parquet_file_metadata(" + DuckDb.quoted(file) + ")";
            opens = FileRead.repeated("DuckDB, parquet_file_metadata", file, count, path -> database.query(sql));
        }

        @Override
        public String name() {
            return opens.name();
        }

        @Override
        public RunCost run() throws IOException {
            return opens.run();
        }

        @Override
        public void close() throws IOException {
            database.close();
        }
    }
}

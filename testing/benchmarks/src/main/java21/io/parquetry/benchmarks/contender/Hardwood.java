package io.parquetry.benchmarks.contender;

import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowGroupPredicate;
import dev.hardwood.reader.RowReader;
import dev.hardwood.row.PqList;
import dev.hardwood.row.PqMap;
import dev.hardwood.row.StructAccessor;
import io.parquetry.benchmarks.measure.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** hardwood. All readers share its threads, which are those of one context. */
public final class Hardwood implements ContendersOfNewerJdk {
    private static final String NAME = "hardwood";

    private final HardwoodContext context = HardwoodContext.create();

    @Override
    public Contender open(FooterFiles kind, Path file) {
        return FileRead.repeated(NAME, file, kind.opens(), path -> {
            try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(path), context)) {
                long rowGroups = reader.getFileMetaData().rowGroups().size();
                return rowGroups + reader.getFileSchema().getColumns().size();
            }
        });
    }

    @Override
    public Contender openAndRead(FooterFiles kind, Path file) {
        return FileRead.repeated(NAME, file, kind.opens(), path -> {
            try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(path), context);
                    ColumnReader column = reader.buildColumnReader(FooterOpens.COLUMN)
                            .filter(rowGroup(reader.getFileMetaData().rowGroups(), kind.rowGroupRead()))
                            .build()) {
                long rows = 0;
                while (column.nextBatch()) {
                    rows += column.getInts().length > 0 ? column.getRecordCount() : 0;
                }
                if (rows != kind.rowsOfEach()) {
                    throw new IOException(path + ": " + rows + " rows were read, not " + kind.rowsOfEach());
                }
                return rows;
            }
        });
    }

    /** Row groups are chosen by the bytes of the file that they are in. */
    private static RowGroupPredicate rowGroup(List<RowGroup> rowGroups, int ordinal) {
        boolean last = ordinal + 1 == rowGroups.size();
        return RowGroupPredicate.byteRange(
                begin(rowGroups.get(ordinal)), last ? Long.MAX_VALUE : begin(rowGroups.get(ordinal + 1)));
    }

    private static long begin(RowGroup rowGroup) {
        return rowGroup.columns().get(0).chunkStartOffset();
    }

    @Override
    public Contender read(Path file) {
        return new FileRead(NAME + ", all values of its rows", file, path -> {
            try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(path), context);
                    RowReader rows = reader.rowReader()) {
                long count = 0;
                while (rows.hasNext()) {
                    rows.next();
                    fields(rows);
                    count++;
                }
                return count;
            }
        });
    }

    /** Asks for the value of each field, which makes it. */
    private static void fields(StructAccessor struct) {
        for (int field = 0; field < struct.getFieldCount(); field++) {
            value(struct.getValue(field));
        }
    }

    private static void value(Object value) {
        if (value instanceof StructAccessor struct) {
            fields(struct);
        } else if (value instanceof PqList list) {
            for (int i = 0; i < list.size(); i++) {
                value(list.get(i));
            }
        } else if (value instanceof PqMap map) {
            for (PqMap.Entry entry : map.getEntries()) {
                value(entry.getKey());
                value(entry.getValue());
            }
        }
    }
}

package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import java.io.IOException;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/** The partitions and offsets of the records in files of the sink; a record may be in one of them only. */
final class RecordPlaces {
    private static final String PARTITION = "_kafka.partition";
    private static final String OFFSET = "_kafka.offset";

    private final SortedMap<Integer, BitSet> offsets = new TreeMap<>();
    private long records;

    /** Adds the records of a file. Records are counted in the file and not taken from its name. */
    void add(String file, ParquetReader reader) throws IOException {
        ColumnCursor partition = reader.column(reader.schema().leaf(PARTITION));
        ColumnCursor offset = reader.column(reader.schema().leaf(OFFSET));
        while (partition.next() && offset.next()) {
            add(file, (Integer) partition.value(), (Long) offset.value());
        }
    }

    private void add(String file, int partition, long offset) {
        BitSet seen = offsets.computeIfAbsent(partition, ignored -> new BitSet());
        int index = Math.toIntExact(offset);
        if (seen.get(index)) {
            throw new CommandException(file + ": holds offset " + NumberText.grouped(offset) + " of partition "
                    + partition + " again; every record must be there only once");
        }
        seen.set(index);
        records++;
    }

    /** Distinct records. */
    long records() {
        return records;
    }
}

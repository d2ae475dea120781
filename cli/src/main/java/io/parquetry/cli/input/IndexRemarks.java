package io.parquetry.cli.input;

import io.parquetry.format.file.RecordCursor;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Says on stderr which page indexes and bloom filters of a file contradict it, so that it was read without them: one
 * line for all columns of a cursor, which names the first one, and of a filter's columns that is the first.
 */
public final class IndexRemarks {
    private final PrintWriter err;
    private final Set<String> printed = new HashSet<>();

    public IndexRemarks(PrintWriter err) {
        this.err = err;
    }

    /** Prints what a cursor has met so far, once. */
    public void print(RecordCursor<?> cursor) {
        List<String> remarks = cursor.counters().ignoredIndexes();
        if (!remarks.isEmpty() && printed.add(remarks.get(0))) {
            int others = remarks.size() - 1;
            err.println(remarks.get(0)
                    + (others == 0 ? "" : "; nor are those of " + others + " more column" + (others == 1 ? "" : "s")));
            err.flush();
        }
    }
}

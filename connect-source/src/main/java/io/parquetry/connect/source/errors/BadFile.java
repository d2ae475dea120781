package io.parquetry.connect.source.errors;

import io.parquetry.connect.source.discover.DataFile;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The defects of a file, and which of its rows are sent and which are lost.
 *
 * @param defects at least the first one
 * @param sent the selected rows that are sent, including those that earlier tasks sent
 * @param lost the rows that are not sent
 */
public record BadFile(DataFile file, List<Defect> defects, List<RowRange> sent, List<LostRows> lost) {
    public BadFile {
        Objects.requireNonNull(file, "file");
        defects = List.copyOf(defects);
        sent = sent.stream().filter(rows -> rows.count() > 0).toList();
        lost = List.copyOf(lost);
    }

    /** Defects and rows, in one line. */
    @Override
    public String toString() {
        return file.path() + " is bad: "
                + defects.stream().map(Defect::message).collect(Collectors.joining("; "))
                + ". Lost: " + join(lost) + "; sent: " + (sent.isEmpty() ? "nothing" : join(sent));
    }

    private static String join(List<?> ranges) {
        return ranges.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}

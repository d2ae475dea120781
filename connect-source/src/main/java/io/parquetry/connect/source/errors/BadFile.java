package io.parquetry.connect.source.errors;

import io.parquetry.connect.source.discover.DataFile;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What is wrong with a file, and what that costs.
 *
 * @param defects the first one at least
 * @param sent the rows that are sent, those of earlier tasks too, as far as they are wanted
 * @param lost the rows that are not
 */
public record BadFile(DataFile file, List<Defect> defects, List<RowRange> sent, List<Loss> lost) {
    public BadFile {
        Objects.requireNonNull(file, "file");
        defects = List.copyOf(defects);
        sent = sent.stream().filter(rows -> rows.count() > 0).toList();
        lost = List.copyOf(lost);
    }

    /** What is wrong and which rows are lost, in one line. */
    @Override
    public String toString() {
        return file.path() + " is bad: "
                + defects.stream().map(Defect::what).collect(Collectors.joining("; "))
                + ". Lost: " + listed(lost) + "; sent: " + (sent.isEmpty() ? "nothing" : listed(sent));
    }

    private static String listed(List<?> ranges) {
        return ranges.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}

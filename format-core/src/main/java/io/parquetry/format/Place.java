package io.parquetry.format;

import java.io.Serializable;
import java.util.Objects;

/**
 * A place in a file: file, row group, column and page, as far as they are known. It becomes text only in an error.
 *
 * @param file name of the file, as its {@code InputFile} gives it
 * @param rowGroup ordinal of the row group, or -1 when the place is not inside one
 * @param column dotted path of the leaf column, or empty when the place is not inside one
 * @param page ordinal of the data page in its column chunk, {@link #DICTIONARY_PAGE}, or -1 when not inside a page
 */
public record Place(String file, int rowGroup, String column, int page) implements Serializable {
    /** Stands for the dictionary page of a column chunk, which has no ordinal. */
    public static final int DICTIONARY_PAGE = -2;

    public Place {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(column, "column");
    }

    /** The file as a whole. */
    public static Place of(String file) {
        return new Place(file, -1, "", -1);
    }

    /** The same place in another file. */
    public Place file(String name) {
        return new Place(name, rowGroup, column, page);
    }

    public Place rowGroup(int ordinal) {
        return new Place(file, ordinal, column, page);
    }

    public Place column(String path) {
        return new Place(file, rowGroup, path, page);
    }

    public Place page(int ordinal) {
        return new Place(file, rowGroup, column, ordinal);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        if (rowGroup >= 0) {
            text.append(", row group ").append(rowGroup);
        }
        if (!column.isEmpty()) {
            text.append(", column ").append(column);
        }
        if (page == DICTIONARY_PAGE) {
            text.append(", dictionary page");
        } else if (page >= 0) {
            text.append(", page ").append(page);
        }
        return text.toString();
    }
}

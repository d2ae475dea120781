package io.parquetry.connect.source.complete;

/** Names for files of the same path that come to lie in one directory. */
public final class Namesakes {
    /** So many files of one path were moved before; more would be a directory that nobody looks after. */
    public static final int MAX = 10_000;

    private Namesakes() {}

    /**
     * The path of a namesake; the first one has the path itself. The number stands before the ending, so that the file
     * still is a Parquet file by its name.
     */
    public static String numbered(String path, int number) {
        int dot = path.lastIndexOf('.');
        return number == 0
                ? path
                : dot > path.lastIndexOf('/')
                        ? path.substring(0, dot) + "." + number + path.substring(dot)
                        : path + "." + number;
    }
}

package io.parquetry.connect.source.errors;

/** Free paths for files that are moved to a directory where their own path is taken. */
public final class NumberedPath {
    /** The largest number. */
    public static final int MAX = 10_000;

    private NumberedPath() {}

    /**
     * The path with a number; the path itself for 0. The number is put before the extension, so that the name still is
     * that of a Parquet file.
     */
    public static String of(String path, int number) {
        int dot = path.lastIndexOf('.');
        return number == 0
                ? path
                : dot > path.lastIndexOf('/')
                        ? path.substring(0, dot) + "." + number + path.substring(dot)
                        : path + "." + number;
    }
}

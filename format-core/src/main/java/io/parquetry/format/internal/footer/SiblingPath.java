package io.parquetry.format.internal.footer;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import java.util.regex.Pattern;

/**
 * A {@code file_path} of a column chunk, relative to the file with the footer (parquet.thrift, {@code ColumnChunk}).
 * The writer of the footer chooses it, so it must not lead out of the directory of that file.
 */
final class SiblingPath {
    private static final int LENGTH_MAX = 1 << 12;
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    private SiblingPath() {}

    /** Refuses a path that could lead out of the directory, or that storages could read in more ways than one. */
    static void requireConfined(String path, Place place) {
        String fault = fault(path);
        if (!fault.isEmpty()) {
            throw new CorruptFileException(
                    place,
                    "the column chunk should be in the file '" + shown(path) + "', but this path " + fault
                            + "; it must be relative, and stay in the directory of the metadata file");
        }
    }

    private static String fault(String path) {
        if (path.length() > LENGTH_MAX) {
            return "has " + path.length() + " characters, more than " + LENGTH_MAX;
        }
        if (path.chars().anyMatch(Character::isISOControl)) {
            return "has a control character";
        }
        if (path.indexOf('\\') >= 0) {
            return "has a backslash";
        }
        if (path.startsWith("/")) {
            return "is absolute";
        }
        if (SCHEME.matcher(path).matches()) {
            return "begins with a URL scheme or a drive";
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return "has the part '" + part + "'";
            }
        }
        return "";
    }

    private static String shown(String path) {
        String cut = path.length() > 200 ? path.substring(0, 200) + "..." : path;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}

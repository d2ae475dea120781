package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A pattern for paths relative to the storage's root: {@code ?} stands for one character and {@code *} for any number of
 * them, of one name; <code>**</code> stands for anything, and <code>**&#47;</code> also for no directory at all. All other
 * characters stand for themselves.
 */
public final class Glob {
    private final String text;
    private final Pattern paths;
    private final String directory;
    private final String ending;

    /** The pattern is for the ending of names only, wherever they are; then there is no more to be looked at. */
    private final boolean endingTells;

    private Glob(String text, Pattern paths, String directory) {
        this.text = text;
        this.paths = paths;
        this.directory = directory;
        this.ending = text.substring(Math.max(text.lastIndexOf('*'), text.lastIndexOf('?')) + 1);
        this.endingTells = text.equals("**/*" + ending) && !ending.contains("/");
    }

    /**
     * Takes a pattern.
     *
     * @throws IllegalArgumentException with the reason when no path can match
     */
    public static Glob of(String text) {
        if (text.isBlank() || text.startsWith("/") || text.endsWith("/") || text.contains("//")) {
            throw new IllegalArgumentException("'" + text + "' matches no file: a pattern is for paths relative to"
                    + " storage.url, with single slashes between names, such as topics/orders/**/*.parquet");
        }
        StringBuilder regex = new StringBuilder();
        int wild = text.length();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '*' || c == '?') {
                wild = Math.min(wild, i);
            }
            if (text.startsWith("**/", i) && (i == 0 || text.charAt(i - 1) == '/')) {
                regex.append("(?:[^/]+/)*");
                i += 3;
            } else if (text.startsWith("**", i)) {
                regex.append(".*");
                i += 2;
            } else {
                regex.append(c == '*' ? "[^/]*" : c == '?' ? "[^/]" : Pattern.quote(String.valueOf(c)));
                i++;
            }
        }
        String literal = text.substring(0, wild);
        return new Glob(
                text,
                Pattern.compile(regex.toString(), Pattern.DOTALL),
                literal.substring(0, literal.lastIndexOf('/') + 1));
    }

    public boolean matches(String path) {
        return path.endsWith(ending) && (endingTells || paths.matcher(path).matches());
    }

    /** Whether a path below this directory could match. */
    public boolean mayMatchBelow(String path) {
        String below = path + "/";
        return below.startsWith(directory) || directory.startsWith(below);
    }

    /** Whether every path below this directory matches. */
    public boolean matchesAllBelow(String path) {
        return text.endsWith("/**") && matches(path + "/any");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Glob glob && glob.text.equals(text);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(text);
    }

    @Override
    public String toString() {
        return text;
    }
}

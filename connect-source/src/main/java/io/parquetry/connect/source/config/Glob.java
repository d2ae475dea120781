package io.parquetry.connect.source.config;

import io.parquetry.connect.common.storage.StoragePath;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A pattern for paths relative to the storage's root. Inside one name {@code ?} matches one character and {@code *} any
 * number of characters; <code>**</code> matches anything, and <code>**&#47;</code> also no directory. All other
 * characters match themselves. The patterns of the command line ({@code FilePattern}) are those of a shell instead,
 * which has brackets and hides names. The names that the source never reads are not excluded here.
 */
public final class Glob {
    private final String text;
    private final Pattern paths;
    private final String directory;
    private final String suffix;

    /** Whether the pattern matches every path with the suffix, so that no regular expression is needed. */
    private final boolean isSuffixOnly;

    private Glob(String text, Pattern paths, String directory) {
        this.text = text;
        this.paths = paths;
        this.directory = directory;
        this.suffix = text.substring(Math.max(text.lastIndexOf('*'), text.lastIndexOf('?')) + 1);
        this.isSuffixOnly = text.equals("**/*" + suffix) && !suffix.contains("/");
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException with the reason when no path can match
     */
    public static Glob of(String text) {
        boolean hasNames = Arrays.stream(text.split("/", -1)).allMatch(Glob::mayMatchName);
        if (text.isBlank() || !hasNames) {
            throw new IllegalArgumentException("'" + text + "' matches no file: a pattern is for paths relative to"
                    + " storage.url, with single slashes between names, none of which is . or .. or has a backslash or"
                    + " control character, such as topics/orders/**/*.parquet");
        }
        for (int i = 0; i < text.length(); i++) {
            if ("{}[]".indexOf(text.charAt(i)) >= 0) {
                throw new IllegalArgumentException("'" + text + "': patterns have *, ? and **, and no "
                        + text.charAt(i) + "; list several patterns in place of {a,b}, and write ? for a character,"
                        + " also for one of {}[] in a name");
            }
        }
        StringBuilder regex = new StringBuilder();
        int firstWildcard = text.length();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '*' || c == '?') {
                firstWildcard = Math.min(firstWildcard, i);
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
        String prefix = text.substring(0, firstWildcard);
        return new Glob(
                text,
                Pattern.compile(regex.toString(), Pattern.DOTALL),
                prefix.substring(0, prefix.lastIndexOf('/') + 1));
    }

    private static boolean mayMatchName(String pattern) {
        return StoragePath.isName(pattern.replace('*', 'x').replace('?', 'x'));
    }

    public boolean matches(String path) {
        return path.endsWith(suffix) && (isSuffixOnly || paths.matcher(path).matches());
    }

    /** Whether every path that matches is below a directory. */
    public boolean matchesOnlyBelow(String path) {
        return directory.startsWith(path + "/");
    }

    /** Whether a path below a directory could match. */
    public boolean mayMatchBelow(String path) {
        String below = path + "/";
        return below.startsWith(directory) || directory.startsWith(below);
    }

    /** Whether every path below a directory matches. */
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

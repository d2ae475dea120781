package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The path of a field in a schema: the names from the root's child down to it, which may be a group.
 *
 * <p>As text the names are joined with dots. A name that holds a dot, a comma or a quote, or that begins or ends with a
 * blank, is put between double quotes or backticks; the same quote within it is written twice. The {@code FieldPath}
 * of the connectors is one path into a value, without list and blanks, since names of keys of maps may have both.
 */
public record ColumnPath(List<String> names) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** Words of the filter text. */
    private static final Set<String> RESERVED = Set.of("AND", "OR", "NOT", "IN", "IS", "NULL", "TRUE", "FALSE");

    public ColumnPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new UsageException("a path of a column has at least one name");
        }
    }

    public static ColumnPath of(String... names) {
        return new ColumnPath(List.of(names));
    }

    /** Reads one path. */
    public static ColumnPath parse(String text) {
        List<ColumnPath> paths = parseList(text);
        if (paths.size() != 1) {
            throw new UsageException("'" + text + "' names " + paths.size() + " columns where one is wanted");
        }
        return paths.get(0);
    }

    /** Reads paths with commas between them. */
    public static List<ColumnPath> parseList(String text) {
        return new Parser(text).paths();
    }

    /** The text that {@link #parse} and the filter text read, with quotes where they are needed. */
    @Override
    public String toString() {
        return names.stream().map(ColumnPath::quoteWhereNeeded).collect(Collectors.joining("."));
    }

    private static String quoteWhereNeeded(String name) {
        boolean plain = PLAIN.matcher(name).matches() && !RESERVED.contains(name.toUpperCase(Locale.ROOT));
        return plain ? name : Quoted.of(name, '"');
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<ColumnPath> paths() {
            List<ColumnPath> paths = new ArrayList<>();
            do {
                paths.add(path());
            } while (takeIf(','));
            if (at < text.length()) {
                throw error("found '" + text.charAt(at) + "' behind a quoted name, expected . or ,");
            }
            return paths;
        }

        private ColumnPath path() {
            List<String> names = new ArrayList<>();
            do {
                names.add(name());
            } while (takeIf('.'));
            return new ColumnPath(names);
        }

        private boolean takeIf(char mark) {
            boolean found = at < text.length() && text.charAt(at) == mark;
            at += found ? 1 : 0;
            return found;
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private String name() {
            skipBlanks();
            if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '`')) {
                String name = quoted();
                skipBlanks();
                return name;
            }
            int begin = at;
            while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != ',') {
                at++;
            }
            String name = text.substring(begin, at).strip();
            if (name.isEmpty()) {
                throw error("a name is missing; columns look like a,b.c, and a name with a dot like \"d.e\"");
            }
            return name;
        }

        private String quoted() {
            int end = Quoted.end(text, at);
            if (end < 0) {
                throw error("a name that begins with " + text.charAt(at) + " does not end");
            }
            String name = Quoted.content(text, at, end);
            at = end;
            return name;
        }

        private UsageException error(String what) {
            return new UsageException("columns '" + text + "', character " + (at + 1) + ": " + what);
        }
    }
}

package io.parquetry.cli.input;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of paths: {@code *} and {@code ?} stand for characters of a name, {@code [a-z]} for one of them, and
 * {@code **} for any number of directories. What a wildcard stands for begins neither with {@code _} nor with a dot. A
 * directory that matches has all its visible files {@code *.parquet}, like one that is named. A user expects what his
 * shell does; the patterns of the source's keys ({@code Glob}) have no brackets and hide no names.
 */
final class FilePattern {
    private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");
    private static final String DEEP = "**";

    private final String directory;
    private final List<String> segments = new ArrayList<>();
    private final List<Pattern> names = new ArrayList<>();

    private FilePattern(String directory, String pattern) {
        this.directory = directory;
        for (String segment : pattern.split("/")) {
            if (!segment.isEmpty()) {
                segments.add(segment);
                names.add(Pattern.compile(regex(segment), Pattern.DOTALL));
            }
        }
    }

    static boolean isPattern(String text) {
        return WILDCARD.matcher(text).find();
    }

    /** @param text a path or URL with a wildcard, and with slashes */
    static FilePattern of(String text) {
        Matcher wildcard = WILDCARD.matcher(text);
        int at = wildcard.find() ? wildcard.start() : text.length();
        int begin = text.lastIndexOf('/', at) + 1;
        return new FilePattern(text.substring(0, begin), text.substring(begin));
    }

    /** What is before the first segment with a wildcard; empty, or with a slash at its end. */
    String directory() {
        return directory;
    }

    /** @param path of a directory below {@link #directory}, with slashes */
    boolean mayHoldFiles(String path) {
        return !states(path).isEmpty();
    }

    /** @param path of a file below {@link #directory}, with slashes */
    boolean selects(String path) {
        int name = path.lastIndexOf('/');
        boolean inMatchedDirectory =
                name >= 0 && states(path.substring(0, name)).get(segments.size());
        return states(path).get(segments.size()) && (!inMatchedDirectory || path.endsWith(InputFiles.ENDING));
    }

    /** How many segments of the pattern may be behind us at the end of the path. */
    private BitSet states(String path) {
        BitSet states = withSkippedDepth(new BitSet(), 0);
        for (String name : path.split("/")) {
            BitSet next = new BitSet();
            for (int i = states.nextSetBit(0); i >= 0; i = states.nextSetBit(i + 1)) {
                if (i == segments.size() || segments.get(i).equals(DEEP)) {
                    if (InputFiles.isVisible(name)) {
                        withSkippedDepth(next, i);
                    }
                } else if (names.get(i).matcher(name).matches()) {
                    withSkippedDepth(next, i + 1);
                }
            }
            states = next;
        }
        return states;
    }

    private BitSet withSkippedDepth(BitSet states, int segment) {
        states.set(segment);
        if (segment < segments.size() && segments.get(segment).equals(DEEP)) {
            withSkippedDepth(states, segment + 1);
        }
        return states;
    }

    private static String regex(String segment) {
        StringBuilder regex = new StringBuilder("*?[".indexOf(segment.charAt(0)) >= 0 ? "(?![._])" : "");
        for (int i = 0; i < segment.length(); ) {
            int c = segment.codePointAt(i);
            int end = c == '[' ? segment.indexOf(']', i + 2) : -1;
            if (end > 0) {
                regex.append(oneOf(segment.substring(i + 1, end)));
                i = end + 1;
                continue;
            }
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(Character.toString(c)));
            }
            i += Character.charCount(c);
        }
        return regex.toString();
    }

    /** @param members characters and ranges of them, of which one whose end is before its begin is empty */
    private static String oneOf(String members) {
        boolean isNegated = members.startsWith("!");
        int[] points = members.substring(isNegated ? 1 : 0).codePoints().toArray();
        StringBuilder ranges = new StringBuilder();
        for (int i = 0; i < points.length; i++) {
            int begin = points[i];
            if (i + 2 < points.length && points[i + 1] == '-') {
                i += 2;
            }
            if (begin <= points[i]) {
                ranges.append(String.format("\\x{%x}-\\x{%x}", begin, points[i]));
            }
        }
        if (ranges.isEmpty()) {
            return isNegated ? "." : "(?!)";
        }
        return (isNegated ? "[^" : "[") + ranges + "]";
    }
}

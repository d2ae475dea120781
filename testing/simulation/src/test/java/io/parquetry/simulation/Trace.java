package io.parquetry.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The last steps of a schedule. Random names, which a seed does not decide, are numbered as they appear. */
final class Trace {
    private static final int LINES_MAX = 100;
    /** A UUID, or the random part of a name under which the source puts a file aside. */
    private static final Pattern ID = Pattern.compile(
            "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=_sent\\.)[0-9a-f]{8}-[0-9a-f]{8}");

    private final int linesMax;
    private final Deque<String> lines = new ArrayDeque<>();
    private final Map<String, String> ids = new HashMap<>();

    private Trace(int linesMax) {
        this.linesMax = linesMax;
    }

    /** Keeps nothing: a schedule that fails is run again with a trace. */
    static Trace none() {
        return new Trace(0);
    }

    static Trace ofLastSteps() {
        return new Trace(LINES_MAX);
    }

    static Trace ofAllSteps() {
        return new Trace(Integer.MAX_VALUE);
    }

    boolean isKept() {
        return linesMax > 0;
    }

    void add(String line) {
        if (lines.size() == linesMax) {
            lines.removeFirst();
        }
        Matcher matcher = ID.matcher(line);
        lines.addLast(matcher.replaceAll(found -> ids.computeIfAbsent(found.group(), id -> "#" + ids.size())));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}

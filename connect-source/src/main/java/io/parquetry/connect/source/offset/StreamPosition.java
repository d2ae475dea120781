package io.parquetry.connect.source.offset;

import io.parquetry.connect.source.offset.PointRanges.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * How far a stream was sent, as Connect's source offset: {@code {"generation": 0, "offset": 7}}, the point of the next
 * record. Users can leave out the generation, or write {@code {"done": true}} for {@link StreamPoint#END}.
 *
 * <p>Where sent files are deleted or moved, the entry {@code "files"} names the files that this connector has sent from
 * their first row on: a line {@code generation:offset} with the point once more, then for each a line with the word of
 * {@link FileIdentity#toText}, a space and the path. Connect takes only text and numbers. The names hold for this point
 * only: they are dropped when a user moves the offset.
 *
 * <p>{@code "missing": "0:0-999 0:2000-2999"} are ranges {@code generation:first-last} of offsets that were passed over
 * because no file had them. A file that comes later with such offsets is sent.
 *
 * @param files the word for each of these files by its path: all its rows before {@code next} were sent, and sent from
 *     this file
 * @param inherits whether the stream has gone on from the position that an earlier version wrote for all directories;
 *     no other stream may
 * @param missing the ranges before {@code next} that were passed over
 */
public record StreamPosition(StreamPoint next, Map<String, String> files, boolean inherits, List<Range> missing)
        implements Position {
    /** Nothing was sent. */
    public static final StreamPosition START = new StreamPosition(StreamPoint.START);

    private static final String GENERATION = "generation";
    private static final String OFFSET = "offset";
    private static final String FILES = "files";
    private static final String INHERITS = "inherits";
    private static final String MISSING = "missing";
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,10}):([0-9]{1,19})-([0-9]{1,19})");

    public StreamPosition {
        Objects.requireNonNull(next, "next");
        files = Map.copyOf(files);
        missing = List.copyOf(missing);
    }

    public StreamPosition(StreamPoint next, Map<String, String> files, boolean inherits) {
        this(next, files, inherits, List.of());
    }

    public StreamPosition(StreamPoint next) {
        this(next, Map.of(), false);
    }

    /** The position of an earlier version, for the stream that goes on from there. */
    public StreamPosition inherited() {
        return new StreamPosition(next, files, true, missing);
    }

    @Override
    public Map<String, Object> toMap() {
        if (next.equals(StreamPoint.END)) {
            return OffsetFields.DONE;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(GENERATION, next.generation());
        map.put(OFFSET, next.offset());
        if (!files.isEmpty()) {
            StringBuilder lines = new StringBuilder(line(next));
            files.forEach(
                    (path, file) -> lines.append('\n').append(file).append(' ').append(path));
            map.put(FILES, lines.toString());
        }
        if (inherits) {
            map.put(INHERITS, true);
        }
        if (!missing.isEmpty()) {
            map.put(MISSING, missing.stream().map(StreamPosition::text).collect(Collectors.joining(" ")));
        }
        return map;
    }

    private static String text(Range range) {
        return line(range.first()) + "-" + range.last().offset();
    }

    /** @throws IllegalArgumentException when the text is not one that {@link #toMap} writes */
    private static List<Range> ranges(String text, StreamPoint next) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(" ")) {
            Matcher matcher = RANGE.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "'" + part + "' in \"" + MISSING + "\" is no range such as 0:1000-1999");
            }
            int generation = Integer.parseInt(matcher.group(1));
            Range range = new Range(
                    new StreamPoint(generation, Long.parseLong(matcher.group(2))),
                    new StreamPoint(generation, Long.parseLong(matcher.group(3))));
            if (range.last().isBefore(next)) {
                ranges.add(range);
            }
        }
        return ranges;
    }

    /** Whether all that another position has sent was sent at this one too. */
    boolean reaches(StreamPosition other) {
        PointRanges more = new PointRanges();
        other.missing.forEach(more::add);
        return !next.isBefore(other.next)
                && missing.stream()
                        .filter(range -> range.first().isBefore(other.next))
                        .allMatch(range -> more.contains(range.first())
                                && more.contains(range.last())
                                && more.beginOf(range.first()).equals(more.beginOf(range.last())));
    }

    private static String line(StreamPoint point) {
        return point.generation() + ":" + point.offset();
    }

    /**
     * Parses a source offset. Numbers may have changed their class on the way through JSON.
     *
     * @throws ConnectException when the map is not one that {@link #toMap} makes
     */
    public static StreamPosition fromMap(Map<String, ?> map) {
        try {
            if (map.equals(OffsetFields.DONE)) {
                return new StreamPosition(StreamPoint.END);
            }
            OffsetFields fields = new OffsetFields(map);
            long generation = fields.numberOrZero(GENERATION);
            long offset = fields.number(OFFSET);
            String files = fields.has(FILES) ? fields.text(FILES) : "";
            boolean inherits = fields.has(INHERITS);
            String missing = fields.has(MISSING) ? fields.text(MISSING) : "";
            fields.requireNoOthers();
            if (generation < 0 || generation > Integer.MAX_VALUE || offset < 0) {
                throw new IllegalArgumentException("neither may be negative, nor the generation more than 2147483647");
            }
            StreamPoint next = new StreamPoint((int) generation, offset);
            return new StreamPosition(next, files(next, files), inherits, ranges(missing, next));
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "the source offset " + map + " is not a point in a stream: " + e.getMessage()
                            + "; it must be {\"offset\": n}, n the offset to be sent next, with \"generation\": g where"
                            + " the sink's offset was altered g times, or {\"done\": true} to send no more",
                    e);
        }
    }

    /** The files, unless a user has moved the offset since they were named. */
    private static Map<String, String> files(StreamPoint next, String text) {
        String[] lines = text.split("\n");
        if (!lines[0].equals(line(next))) {
            return Map.of();
        }
        Map<String, String> files = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int space = lines[i].indexOf(' ');
            if (space > 0) {
                files.put(lines[i].substring(space + 1), lines[i].substring(0, space));
            }
        }
        return files;
    }
}

package io.parquetry.connect.common.naming;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory of the sink's ledger of one topic-partition, which also has its temporary files:
 *
 * <pre>{@code
 * _parquetry/<connector>/<topic>/<partition>/<sequence>.commit       an entry; ten digits or more
 * _parquetry/<connector>/<topic>/<partition>/<epoch>-<uuid>.tmp      a temporary file, with its writer's epoch
 * _parquetry/<connector>/<topic>/<partition>/begun                   there once entry 1 may be deleted, for ever
 * _parquetry/<connector>/<topic>/<partition>/appended                there once files may be in a table, for ever
 * _parquetry/.writers/<directory>/<topic>/<number>.connector      the name of the connector that writes a topic there
 * }</pre>
 *
 * <p>A connector's name may have any characters; it is escaped into one directory name, which is unique to the
 * connector.
 */
public record LedgerDirectory(String connector, String topic, int partition) {
    /** The directory above all ledgers; its name begins with an underscore so that readers of data ignore it. */
    public static final String ROOT = "_parquetry";

    /**
     * The directory of the marks that say which connector writes a topic into a directory. No connector has it: the
     * names of their directories do not begin with a dot.
     */
    public static final String WRITERS = ROOT + "/.writers";

    /** The name of the marker that outlives entry 1. */
    public static final String BEGUN = "begun";

    /** The name of the marker that has the position from which files were first appended to a table. */
    public static final String APPENDED = "appended";

    private static final Pattern ENTRY = Pattern.compile("([0-9]{10}|[1-9][0-9]{10,18})\\.commit");
    private static final Pattern UNFINISHED_ENTRY = Pattern.compile(ENTRY.pattern() + "\\.[0-9a-f-]{36}\\.tmp");
    private static final Pattern UNFINISHED_MARKER =
            Pattern.compile("(" + BEGUN + "|" + APPENDED + ")\\.[0-9a-f-]{36}\\.tmp");
    private static final Pattern TEMPORARY = Pattern.compile("(0|[1-9][0-9]{0,18})-([0-9a-f-]{36})\\.tmp");

    public LedgerDirectory {
        Objects.requireNonNull(connector, "connector");
        Objects.requireNonNull(topic, "topic");
        if (connector.isEmpty() || topic.isEmpty() || partition < 0) {
            throw new IllegalArgumentException(
                    "a ledger belongs to a connector, a topic and a partition of 0 or more, not" + " to \"" + connector
                            + "\", \"" + topic + "\", " + partition);
        }
    }

    /** The directory above all ledgers of a connector. */
    public static String of(String connector) {
        return ROOT + "/" + PathSegment.escaped(connector);
    }

    /** The directory above the ledgers of a connector's topic. */
    public static String of(String connector, String topic) {
        return of(connector) + "/" + PathSegment.escaped(topic);
    }

    /** The directory of the marks that say which connector writes a topic into a directory. */
    public static String writers(String topic, String directory) {
        return writersIn(WRITERS + "/" + PathSegment.escaped(directory), topic);
    }

    /** The same in the directory of the marks of all topics that are written into a directory. */
    public static String writersIn(String marks, String topic) {
        return marks + "/" + PathSegment.escaped(topic);
    }

    /** What the directories of the marks for all directories below one begin with, unless their names are cut. */
    public static String writersBelow(String directory) {
        return WRITERS + "/" + PathSegment.escaped(directory + "/");
    }

    /** The path of a mark in that directory. */
    public static String writer(String writers, int number) {
        return writers + "/" + number + ".connector";
    }

    /** The directory, as a path inside the storage. */
    public String path() {
        return pathBelow(of(connector));
    }

    /** The ledger of the same topic and partition below the directory of a connector. */
    public String pathBelow(String connectorDirectory) {
        return connectorDirectory + "/" + PathSegment.escaped(topic) + "/" + partition;
    }

    /** What a user does to have the partition written from an offset on, as sentences of a message. */
    public String howToMoveTo(long offset) {
        String rest = restPath(connector);
        return "Stop the connector (PUT " + rest + "/stop), move the position of this partition (PATCH " + rest
                + "/offsets with {\"offsets\": [{\"partition\": {\"kafka_topic\": \"" + topic
                + "\", \"kafka_partition\": " + partition + "}, \"offset\": {\"kafka_offset\": " + offset
                + "}}]}) and resume the connector (PUT " + rest + "/resume)";
    }

    /** The path of a connector in the REST API, for messages. */
    public static String restPath(String connector) {
        return "/connectors/" + URLEncoder.encode(connector, UTF_8).replace("+", "%20");
    }

    /** The path of the entry with this number. */
    public String entry(long sequence) {
        return entry(path(), sequence);
    }

    /** The path of the entry with this number in a directory. */
    public static String entry(String directory, long sequence) {
        return directory + "/" + Digits.padded(sequence) + ".commit";
    }

    /** The path of a temporary file. */
    public String temporary(long epoch, UUID id) {
        return path() + "/" + epoch + "-" + id + ".tmp";
    }

    /** The number of an entry, from its name without directories; empty when it is not the name of an entry. */
    public static OptionalLong sequenceOf(String name) {
        return number(ENTRY.matcher(name));
    }

    /** The number of an entry that a crash left unfinished, from its temporary name; empty for any other name. */
    public static OptionalLong unfinishedSequenceOf(String name) {
        return number(UNFINISHED_ENTRY.matcher(name));
    }

    /** Whether this is the temporary name of a marker that a crash left unfinished. */
    public static boolean isUnfinishedMarker(String name) {
        return UNFINISHED_MARKER.matcher(name).matches();
    }

    /** The epoch of the writer of a temporary file, from its name without directories; empty for any other name. */
    public static OptionalLong epochOf(String name) {
        return number(TEMPORARY.matcher(name));
    }

    /** The id in the name of a temporary file; empty for any other name. */
    public static Optional<UUID> temporaryIdOf(String name) {
        Matcher matcher = TEMPORARY.matcher(name);
        try {
            return matcher.matches() ? Optional.of(UUID.fromString(matcher.group(2))) : Optional.empty();
        } catch (IllegalArgumentException notAnId) {
            return Optional.empty();
        }
    }

    private static OptionalLong number(Matcher matcher) {
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(matcher.group(1)));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }
}

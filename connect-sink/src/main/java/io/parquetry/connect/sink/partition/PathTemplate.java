package io.parquetry.connect.sink.partition;

import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The directories of a record below its topic's directory, or, where the text begins with a slash, below the storage's
 * root: fixed text and placeholders for the record's topic, partition, key, value, headers, schema and time, with
 * slashes between directories, such as {@code dt=${timestamp:yyyy-MM-dd}/country=${value.address.country}}. The value
 * of a placeholder is escaped by {@link DirectoryName}, so it never changes the number of directories; null and empty
 * become {@code __HIVE_DEFAULT_PARTITION__}. A dollar sign is written {@code $$}.
 */
public final class PathTemplate {
    private final String text;
    private final List<List<PathPart>> directories;
    private final boolean hasTopicDirectory;
    private final TimeSettings time;

    private PathTemplate(String text, List<List<PathPart>> directories, boolean hasTopicDirectory, TimeSettings time) {
        this.text = text;
        this.hasTopicDirectory = hasTopicDirectory;
        this.directories = directories.stream().map(List::copyOf).toList();
        this.time = time;
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException with position and remedy when the text is not a template
     */
    public static PathTemplate parse(String text, TimeSettings time) {
        Objects.requireNonNull(time, "time");
        TemplateReader reader = new TemplateReader(text);
        List<List<PathPart>> directories = reader.directories();
        return new PathTemplate(text, directories, reader.hasTopicDirectory(), time);
    }

    /** Whether the path depends on the time of the record. */
    public boolean readsTime() {
        return directories.stream().flatMap(List::stream).anyMatch(PathPart.OfTime.class::isInstance);
    }

    /** Whether the directories are below the topic's directory, and not below the storage's root. */
    public boolean hasTopicDirectory() {
        return hasTopicDirectory;
    }

    /** How many directories at the begin of the path are the same for all records of a topic, and no partition. */
    public int directoriesOfTopic() {
        int count = 0;
        while (count < directories.size() && directories.get(count).stream().allMatch(PathTemplate::isOfTopic)) {
            count++;
        }
        return count;
    }

    private static boolean isOfTopic(PathPart part) {
        return part instanceof PathPart.Fixed fixed && fixed.name().indexOf('=') < 0
                || part instanceof PathPart.OfRecord ofRecord && ofRecord.text().equals("${topic}");
    }

    /** The names of directories that are {@code name=value}, which engines read as columns. */
    public Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        for (List<PathPart> directory : directories) {
            if (directory.get(0) instanceof PathPart.Fixed fixed && fixed.name().indexOf('=') > 0) {
                keys.add(fixed.name().substring(0, fixed.name().indexOf('=')));
            }
        }
        return keys;
    }

    public TimeSettings time() {
        return time;
    }

    List<List<PathPart>> directories() {
        return directories;
    }

    /** @param clock used where the time source is the wall clock */
    public Partitioner partitioner(Clock clock) {
        return new Partitioner(this, clock);
    }

    @Override
    public String toString() {
        return text;
    }
}

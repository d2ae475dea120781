package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What data files are tagged with, so that rules of the store and people find them.
 *
 * @param wanted of {@link #NAMES}
 */
public record ObjectTags(List<String> wanted) {
    private static final String TOPIC = "topic";
    private static final String PARTITION = "partition";
    private static final String OFFSETS = "offsets";

    public static final List<String> NAMES = List.of(TOPIC, PARTITION, OFFSETS);
    public static final ObjectTags NONE = new ObjectTags(List.of());

    /** @throws IllegalArgumentException when there are no such tags */
    public ObjectTags {
        wanted = List.copyOf(wanted);
        if (!NAMES.containsAll(wanted)) {
            throw new IllegalArgumentException("tags are " + String.join(", ", NAMES));
        }
    }

    /** Those of an object; none where it is no data file. Topics have no characters that a query would escape. */
    public Map<String, String> of(String key) {
        Map<String, String> tags = new TreeMap<>();
        DataFileName.parse(StoragePath.name(key)).ifPresent(name -> {
            if (wanted.contains(TOPIC)) {
                tags.put(TOPIC, name.topic());
            }
            if (wanted.contains(PARTITION)) {
                tags.put(PARTITION, Integer.toString(name.partition()));
            }
            if (wanted.contains(OFFSETS)) {
                tags.put("first.offset", Long.toString(name.firstOffset()));
                tags.put("last.offset", Long.toString(name.lastOffset()));
            }
        });
        return tags;
    }
}

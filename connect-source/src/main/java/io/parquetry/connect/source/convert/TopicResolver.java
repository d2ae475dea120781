package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.naming.PathValues;
import io.parquetry.connect.common.template.NameText;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.TopicNames;
import io.parquetry.connect.source.config.TopicTemplate;
import io.parquetry.connect.source.config.TopicTemplate.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * Resolves the topic of a row from a template. The parts of the file's path are resolved once for all rows of the file,
 * and a name is built only for a row whose columns differ from those of the row before.
 */
public final class TopicResolver {
    private final TopicTemplate template;
    private final List<Part> parts;

    /** For each part its column; null for other parts. */
    private final FieldAccessor[] columns;

    /** For each part its current value. */
    private final Object[] values;

    private String path;
    private String topic;

    public TopicResolver(TopicTemplate template) {
        this.template = template;
        this.parts = template.parts();
        this.columns = parts.stream()
                .map(part ->
                        part instanceof Part.Column column ? new FieldAccessor(RowSettings.TOPIC, column.path()) : null)
                .toArray(FieldAccessor[]::new);
        this.values = new Object[columns.length];
    }

    /**
     * The topic of all rows of a file, where the template has no columns.
     *
     * @throws DataException when the resolved name is not legal for a topic
     */
    public String topicOfFile(String pathOfFile) {
        if (template.hasColumns()) {
            throw new IllegalStateException("the template has columns, so a file has no single topic: " + template);
        }
        return topic(pathOfFile, null);
    }

    /**
     * The topic of a row.
     *
     * @throws DataException when the resolved name is not legal for a topic
     */
    String topic(String pathOfFile, StoredRecord row) {
        if (!pathOfFile.equals(path)) {
            topic = null;
            // A path that fails has set some values already: they are not those of the path before.
            path = null;
            resolvePath(pathOfFile);
            path = pathOfFile;
        }
        String before = topic;
        // A row that fails has set some values already: they are not those of the row before.
        topic = null;
        topic = resolveColumns(row) || before == null ? buildName() : before;
        return topic;
    }

    private void resolvePath(String newPath) {
        List<String> names = Arrays.asList(newPath.split("/"));
        Map<String, Optional<String>> pathValues = PathValues.of(newPath);
        List<String> directories = names.subList(0, names.size() - 1);
        for (int i = 0; i < values.length; i++) {
            Part part = parts.get(i);
            if (part instanceof Part.Fixed fixed) {
                values[i] = fixed.text();
            } else if (part instanceof Part.Directory directory) {
                values[i] = directory(directories, directory.number());
            } else if (part instanceof Part.DirectoryValue directory) {
                values[i] = directoryValue(pathValues, directory.key());
            } else if (part instanceof Part.FileName) {
                values[i] = withoutExtension(names.get(names.size() - 1));
            }
        }
    }

    private String directory(List<String> directories, int number) {
        if (number > directories.size()) {
            throw missingInPath("a directory ${path." + number + "}");
        }
        return directories.get(number - 1);
    }

    private String directoryValue(Map<String, Optional<String>> pathValues, String key) {
        Optional<String> value = pathValues.get(key);
        if (value == null) {
            throw missingInPath("a directory " + key + "=...");
        }
        return value.filter(text -> !text.isEmpty())
                .orElseThrow(() -> withoutName(
                        RowSettings.TOPIC + " path." + key,
                        value.isEmpty() ? "null" : "empty",
                        "the file by path.exclude"));
    }

    /** @param way in which the row can be left out */
    private static DataException withoutName(String place, String shown, String way) {
        return new DataException(
                place + " is " + shown + ", which names no topic; exclude " + way + ", or change the template");
    }

    private DataException missingInPath(String what) {
        return new DataException(RowSettings.TOPIC + " " + template + " needs " + what
                + " in the file's path; change the template, or exclude the file by path.exclude");
    }

    private static String withoutExtension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Reads the columns of the row, and returns whether a value differs from the row before. */
    private boolean resolveColumns(StoredRecord row) {
        boolean changed = false;
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] != null) {
                Object value = columnValue(columns[i], row);
                changed |= !value.equals(values[i]);
                values[i] = value;
            }
        }
        return changed;
    }

    private static Object columnValue(FieldAccessor column, StoredRecord row) {
        Object value = column.value(row);
        if (value == null || value.equals("")) {
            throw withoutName(column.toString(), value == null ? "null" : "empty", "such rows by filter");
        }
        try {
            return NameText.value(value, column.schema());
        } catch (DataException e) {
            throw new DataException(column + ": " + e.getMessage(), e);
        }
    }

    private String buildName() {
        StringBuilder name = new StringBuilder();
        for (Object value : values) {
            name.append(NameText.text(value));
        }
        if (!TopicNames.isLegal(name)) {
            throw new DataException(RowSettings.TOPIC + " " + template + " becomes '" + name + "'; a topic's name has "
                    + TopicNames.RULE + ". Change the template, or exclude such rows by filter");
        }
        return name.toString();
    }
}

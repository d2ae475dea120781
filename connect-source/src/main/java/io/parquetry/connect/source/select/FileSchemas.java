package io.parquetry.connect.source.select;

import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.schema.SchemaInterner;
import io.parquetry.connect.common.schema.SchemaNames;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.connect.source.config.ValueSchemaSettings.SchemaMerge;
import io.parquetry.connect.source.convert.TopicResolver;
import io.parquetry.connect.source.pattern.SchemaNameTemplate.Placeholder;
import io.parquetry.connect.source.pattern.TopicTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/**
 * Under which schemas the rows of files are given. Those that a file's note has stay as they are; others get names and are
 * united as the settings want it. Of each schema there is one instance, whatever files it comes from.
 */
final class FileSchemas {
    private final ValueSchemaSettings settings;
    private final Optional<TopicResolver> topics;
    private final SchemaInterner known = new SchemaInterner();
    private final Map<String, SchemaGroup> groups = new HashMap<>();

    /** @param topic where rows of strangers' files go */
    FileSchemas(ValueSchemaSettings settings, Optional<TopicTemplate> topic) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.topics = topic.filter(template -> !template.hasColumns()).map(TopicResolver::new);
    }

    /** Whether the schemas of files are united. */
    boolean unites() {
        return settings.merge() == SchemaMerge.UNION;
    }

    /**
     * The rows of a file under their schemas.
     *
     * @param root what the file calls the root of its own schema
     * @throws io.parquetry.format.UnsupportedFeatureException when its schema is to be united with others and cannot be
     */
    StoredRows given(String path, String root, StoredRows rows) {
        if (rows.origin() == StoredRows.Origin.METADATA) {
            return rows.withSchemas(known::intern, known::intern);
        }
        StoredRows named = rows.withSchemas(known::intern, schema -> named(path, root, schema));
        if (!unites()) {
            return named;
        }
        Schema union = named(path, root, unite(path, rows.valueSchema()));
        return union == named.valueSchema() ? named : named.widenedTo(union);
    }

    /** Takes the schema of a file into the union of its topic. */
    Schema unite(String path, Schema schema) {
        return groups.computeIfAbsent(topic(path), any -> new SchemaGroup()).with(path, known.intern(schema));
    }

    private Schema named(String path, String root, Schema schema) {
        return known.intern(settings.name()
                .map(template -> {
                    String topic = template.has(Placeholder.TOPIC) ? topic(path) : "";
                    return SchemaNames.named(schema, template.name(path, root, topic));
                })
                .orElse(schema));
    }

    /** Where several topics share a file, or none is known, files are of one topic. */
    private String topic(String path) {
        try {
            return topics.map(each -> each.topicOfFile(path)).orElse("");
        } catch (DataException e) {
            throw new ConnectException("the rows of " + path + " have no topic: " + e.getMessage(), e);
        }
    }
}

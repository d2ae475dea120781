package io.parquetry.connect.source.select;

import io.parquetry.connect.common.data.ConstantFields;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.schema.NullColumns;
import io.parquetry.connect.common.schema.SchemaInterner;
import io.parquetry.connect.common.schema.SchemaNames;
import io.parquetry.connect.source.config.SchemaNameTemplate.Placeholder;
import io.parquetry.connect.source.config.TopicTemplate;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.connect.source.config.ValueSchemaSettings.SchemaMerge;
import io.parquetry.connect.source.convert.TopicResolver;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * The Connect schemas of the rows of files. A schema from a file's key-value metadata stays as it is; other schemas get
 * names, and are united if the configuration says so. Equal schemas are the same instance, whatever files they come
 * from.
 */
final class FileSchemas {
    private final ValueSchemaSettings settings;
    private final Optional<TopicResolver> topics;
    private final SchemaInterner known = new SchemaInterner();
    private final Map<String, SchemaGroup> groups = new HashMap<>();

    /** @param topic the topic of rows that were not records */
    FileSchemas(ValueSchemaSettings settings, Optional<TopicTemplate> topic) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.topics = topic.filter(template -> !template.hasColumns()).map(TopicResolver::new);
    }

    /** Whether the schemas of files are united. */
    boolean unites() {
        return settings.merge() == SchemaMerge.UNION;
    }

    /**
     * The rows of a file with their Connect schemas.
     *
     * @param root the name of the root in the file's own schema
     * @throws io.parquetry.format.UnsupportedFeatureException when the schema has no union with those of other files
     */
    StoredRows withSchemas(String path, String root, StoredRows rows) {
        if (rows.origin() == StoredRows.Origin.METADATA) {
            return rows.withSchemas(known::intern, known::intern);
        }
        StoredRows named = rows.withSchemas(known::intern, schema -> named(path, root, schema));
        if (!unites()) {
            return named;
        }
        Schema union = named(path, root, NullColumns.unmarked(unite(path, rows.valueSchema())));
        return union == named.valueSchema() ? named : named.widenedTo(union);
    }

    /** The rows with more fields in their values. */
    StoredRows with(ConstantFields fields, StoredRows rows) {
        return rows.with(fields, known::intern);
    }

    /** Adds the schema of a file to the union of its topic. */
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

    /**
     * The topic of a file. Where the topic depends on columns, or none is set, all files count as of one topic, and so
     * do the files that have none, of which each row is a bad one.
     */
    private String topic(String path) {
        try {
            return topics.map(each -> each.topicOfFile(path)).orElse("");
        } catch (DataException e) {
            return "";
        }
    }
}

package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.schema.LowerCase;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.config.FileSchemaSettings.NameCase;
import io.parquetry.connect.sink.config.FileSchemaSettings.Schemaless;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The names of columns: {@code names.case}. Spark, Hive and Trino do not tell names apart that differ in case only, and
 * Spark refuses a file with two such columns. For the records of one topic-partition; one thread at a time.
 */
final class ColumnNames {
    private static final Log LOG = Log.of(ColumnNames.class);

    private final FileSchemaSettings settings;
    private final Map<String, String> directoryKeys = new HashMap<>();
    private final LowerCase lowerCase = new LowerCase();
    private boolean warned;

    /** The last record that was given, and what it became: each is asked for several times. */
    private SinkRecord last;

    private SinkRecord lastNamed;

    /** @param directoryKeys the names of {@code key=value} directories, which engines read as columns */
    ColumnNames(FileSchemaSettings settings, Collection<String> directoryKeys) {
        this.settings = settings;
        directoryKeys.forEach(key -> this.directoryKeys.put(LowerCase.of(key), key));
    }

    /**
     * The record with the names that its columns are to have.
     *
     * @throws DataException when two of them would be the same
     */
    SinkRecord of(SinkRecord record) {
        if (settings.names() != NameCase.LOWER || record == last) {
            return record == last ? lastNamed : record;
        }
        lastNamed = lowered(record);
        last = record;
        return lastNamed;
    }

    private SinkRecord lowered(SinkRecord record) {
        boolean keys = settings.recordMetadata() != RecordMetadata.NONE && record.keySchema() != null;
        Schema keySchema = keys ? lowerCase.schema(record.keySchema()) : record.keySchema();
        Object key = keySchema == record.keySchema() ? record.key() : lowerCase.value(keySchema, record.key());
        Schema valueSchema = record.valueSchema();
        Object value = record.value();
        if (valueSchema != null) {
            valueSchema = lowerCase.schema(valueSchema);
            value = valueSchema == record.valueSchema() ? value : lowerCase.value(valueSchema, value);
        } else if (settings.schemaless() == Schemaless.INFER) {
            value = LowerCase.schemaless(value);
        }
        boolean same = keySchema == record.keySchema() && valueSchema == record.valueSchema();
        // A null has a schema, too.
        return same && key == record.key() && value == record.value()
                ? record
                : record.newRecord(
                        record.topic(),
                        record.kafkaPartition(),
                        keySchema,
                        key,
                        valueSchema,
                        value,
                        record.timestamp(),
                        record.headers());
    }

    /**
     * Looks for two columns of one struct whose names differ in case only: warns once, or refuses them.
     *
     * @throws DataException if {@code names.case=fail} does
     */
    void check(MessageType columns) {
        if (warned) {
            return;
        }
        Optional<String> twins = ofDirectories(columns).or(() -> among(columns.fields(), ""));
        if (twins.isEmpty()) {
            return;
        }
        if (settings.names() == NameCase.FAIL) {
            throw new DataException(twins.get() + " differ in case only, which names.case=fail forbids; rename one by a"
                    + " transformation, or set names.case to lower or keep");
        }
        LOG.warn(
                "{} differ in case only, and Spark refuses a file with both. Set names.case to lower or fail, or rename"
                        + " one by a transformation",
                twins.get());
        warned = true;
    }

    private Optional<String> ofDirectories(MessageType columns) {
        for (Type column : columns.fields()) {
            String key = directoryKeys.get(LowerCase.of(column.name()));
            if (key != null && !key.equals(column.name())) {
                return Optional.of("the column " + column.name() + " and the directories " + key + "=...");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> among(List<Type> fields, String parent) {
        Map<String, String> names = new HashMap<>();
        for (Type field : fields) {
            String other = names.put(LowerCase.of(field.name()), field.name());
            if (other != null) {
                return Optional.of("the columns " + parent + other + " and " + parent + field.name());
            }
        }
        for (Type field : fields) {
            if (field instanceof GroupType group && !isVariant(group)) {
                Optional<String> inside = among(group.fields(), parent + group.name() + ".");
                if (inside.isPresent()) {
                    return inside;
                }
            }
        }
        return Optional.empty();
    }

    /** Its parts have names of values, which engines compare as they are. */
    private static boolean isVariant(GroupType group) {
        return group.logicalType().filter(LogicalType.Variant.class::isInstance).isPresent();
    }
}

package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.partition.RecordDirectory;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.schema.RecordSchemas;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TablePartition;
import io.parquetry.connect.sink.table.TopicTable;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** In which file a record belongs: its directory and, in a table, its partition. */
final class FilePlaces {
    private static final Log LOG = Log.of(FilePlaces.class);
    private static final int SCHEMAS_MAX = 256;

    private final TaskResources task;
    private final TopicPartition partition;
    private final Optional<TopicTable> table;
    private final RecordDirectory directories;
    private final Consumer<SinkRecord> timestampCheck;

    /** By schemas of values that the table can have. */
    private final Map<Schema, OfTable> ofTable = new IdentityHashMap<>();

    /** Of the last record; null before one. */
    private FilePlace lastPlace;

    /**
     * Records that the table can have.
     *
     * @param hasKey whether the key is not null
     * @param hasValue whether the value is not null
     * @param alone the schemas of a file of such records alone
     */
    private record OfTable(Schema keySchema, boolean hasKey, boolean hasValue, FileSchema alone) {
        static OfTable of(SinkRecord record, FileSchema alone) {
            return new OfTable(record.keySchema(), record.key() != null, record.value() != null, alone);
        }

        /** Where there is no schema, a null and another value need different columns. */
        boolean isOf(SinkRecord record) {
            return record.keySchema() == keySchema
                    && (keySchema != null || (record.key() != null) == hasKey)
                    && (record.valueSchema() != null || (record.value() != null) == hasValue);
        }
    }

    /** @param table that has the files of the partition */
    FilePlaces(TaskResources task, TopicPartition partition, Optional<TopicTable> table) {
        this.task = task;
        this.partition = partition;
        this.table = table;
        this.directories = new RecordDirectory(task.settings().routing().topicsDirectory(), this::requireWritable);
        this.timestampCheck = task.settings().schema().recordMetadata() == RecordMetadata.NONE
                ? record -> {}
                : task.settings().routing().template().time().bounds().ofTimestamps(task.clock());
    }

    /**
     * The place of a record's file.
     *
     * @throws IOException when the catalog of a table fails
     * @throws DataException when the record has none, or has a timestamp that no file is to have
     */
    FilePlace of(SinkRecord record, RecordSchemas schemas) throws IOException {
        timestampCheck.accept(record);
        task.headers().check(record);
        Optional<TablePartition> ofTable =
                table.isPresent() ? partition(record, table.get(), schemas) : Optional.empty();
        String below = ofTable.isPresent()
                ? ofTable.get().directory()
                : task.partitioner().directory(record);
        String directory = directories.of(record, below);
        Map<String, String> keyValues = ofTable.isPresent() ? ofTable.get().keyValues() : Map.of();
        if (lastPlace == null || lastPlace.directory() != directory || lastPlace.keyValues() != keyValues) {
            lastPlace = new FilePlace(directory, keyValues);
        }
        return lastPlace;
    }

    /**
     * The partition of a record; empty when the table is not partitioned.
     *
     * @throws DataException when the table cannot have the record
     */
    private Optional<TablePartition> partition(SinkRecord record, TopicTable ofTopic, RecordSchemas schemas)
            throws IOException {
        if (ofTopic.isDue()) {
            prepare(record, ofTopic, schemas);
        }
        FileSchema alone = ofTable(record, ofTopic, schemas);
        if (!ofTopic.isPartitioned()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ofTopic.partition(alone.fit(record), alone.layout()));
        } catch (InvalidRecordException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    /** A table that is created has the columns of a value of the batch: a tombstone has none for partition fields. */
    private void prepare(SinkRecord record, TopicTable ofTopic, RecordSchemas schemas) throws IOException {
        Optional<MessageType> ofSample =
                record.value() == null ? ofTopic.sample().flatMap(later -> columns(later, schemas)) : Optional.empty();
        if (ofSample.isPresent()) {
            ofTopic.prepare(ofSample.get(), Table.Value.KNOWN);
        } else {
            ofTopic.prepare(schemas.ofAlone(record).layout().schema(), valueOf(record));
        }
    }

    private Optional<MessageType> columns(SinkRecord later, RecordSchemas schemas) {
        try {
            return Optional.of(schemas.ofAlone(later).layout().schema());
        } catch (DataException | UsageException e) {
            LOG.debug("{}: a record that comes later is bad: {}", partition, e.getMessage());
            return Optional.empty();
        }
    }

    private static Table.Value valueOf(SinkRecord record) {
        return record.value() == null && record.valueSchema() == null ? Table.Value.UNKNOWN : Table.Value.KNOWN;
    }

    /** A record that the table cannot have must not make the schema of the files of other records. */
    private FileSchema ofTable(SinkRecord record, TopicTable ofTopic, RecordSchemas schemas) throws IOException {
        OfTable known = ofTable.get(record.valueSchema());
        if (known != null && known.isOf(record)) {
            return known.alone();
        }
        FileSchema alone = schemas.ofAlone(record);
        try {
            ofTopic.numbered(alone.layout().schema(), valueOf(record));
        } catch (UsageException e) {
            throw PartitionFiles.unstorable(e);
        }
        if (ofTable.size() == SCHEMAS_MAX) {
            ofTable.clear();
        }
        ofTable.put(record.valueSchema(), OfTable.of(record, alone));
        return alone;
    }

    /** The name of a file is not longer than that with the largest offsets. */
    private void requireWritable(String directory) {
        DataFileName longest = DataFileName.longestOf(partition.topic(), partition.partition());
        task.storage().requirePath(StoragePath.in(directory, longest.format()));
    }
}

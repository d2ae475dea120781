package io.parquetry.cli.table;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.sink.file.FooterMetadata;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.TopicPartition;

/**
 * Which records a file holds: by its columns {@code _kafka.topic}, {@code partition} and {@code offset}, whoever wrote
 * it, or else by the name and footer that the sink gave it.
 */
final class FileOffsets {
    private static final String COLUMNS = "_kafka.";

    private final ParquetReader reader;
    private final Optional<DataFileName> name;
    private final Optional<Table.State> table;

    /** Receives the offset of each record. */
    @FunctionalInterface
    interface Visitor {
        void record(TopicPartition partition, long offset);
    }

    /**
     * What is known of a file.
     *
     * @param isKnown whether it is known which records the file has
     * @param ownOrAbsent offsets that were not visited, and of which each is in this file or in none
     * @param rowsWithout rows that have no offset
     * @param absent offsets around those of the file that no file holds
     */
    record Found(boolean isKnown, Optional<OffsetSet> ownOrAbsent, long rowsWithout, List<OffsetSet> absent) {}

    /** @param name of the file; empty when the sink did not give it */
    FileOffsets(ParquetReader reader, Optional<DataFileName> name, Optional<Table.State> table) {
        this.reader = reader;
        this.name = name;
        this.table = table;
    }

    Found visit(Visitor visitor) throws IOException {
        Optional<LeafColumn> offset = column("offset", PhysicalType.INT64);
        Optional<LeafColumn> partition = column("partition", PhysicalType.INT32);
        Optional<LeafColumn> topic = column("topic", PhysicalType.BYTE_ARRAY);
        Optional<OffsetSet> own = name.map(each -> OffsetSet.from(each.firstOffset()));
        long rowsWithout = 0;
        if (offset.isPresent() && partition.isPresent() && topic.isPresent()) {
            rowsWithout = visit(topic.get(), partition.get(), offset.get(), (of, at) -> {
                own.filter(set -> at >= set.base()).ifPresent(set -> set.add(at));
                visitor.record(of, at);
            });
        } else {
            return ofName(visitor);
        }
        return new Found(
                true, Optional.empty(), rowsWithout, own.map(this::absent).orElse(List.of()));
    }

    private List<OffsetSet> absent(OffsetSet own) {
        return FooterMetadata.absent(reader.metadata(), own);
    }

    private Found ofName(Visitor visitor) {
        Optional<OffsetSet> offsets = name.flatMap(
                each -> FooterMetadata.ownOrAbsent(reader.metadata(), each.firstOffset(), each.lastOffset()));
        if (offsets.isEmpty()) {
            return new Found(false, Optional.empty(), 0, List.of());
        }
        if (offsets.get().count() != reader.metadata().rows()) {
            return new Found(true, offsets, 0, absent(offsets.get()));
        }
        TopicPartition of = new TopicPartition(name.get().topic(), name.get().partition());
        for (PartitionOffsets.Range range : PartitionOffsets.ranges(offsets.get())) {
            for (long at = range.first(); at <= range.last(); at++) {
                visitor.record(of, at);
            }
        }
        return new Found(true, Optional.empty(), 0, absent(offsets.get()));
    }

    /** The column of the file that the table calls so; a file without field ids has the column of this name. */
    private Optional<LeafColumn> column(String field, PhysicalType type) {
        Optional<OptionalInt> id = table.map(state -> state.fieldId(COLUMNS + field));
        return reader.schema().leaves().stream()
                .filter(leaf -> leaf.maxRepetitionLevel() == 0 && leaf.type().physicalType() == type)
                .filter(leaf -> id.isPresent() && leaf.type().fieldId().isPresent()
                        ? leaf.type().fieldId().equals(id.get())
                        : leaf.dottedPath().equals(COLUMNS + field))
                .findFirst();
    }

    /** Returns how many rows have no offset. */
    private long visit(LeafColumn topic, LeafColumn partition, LeafColumn offset, Visitor visitor) throws IOException {
        ColumnCursor topics = reader.column(topic);
        ColumnCursor partitions = reader.column(partition);
        ColumnCursor offsets = reader.column(offset);
        TopicPartition of = null;
        byte[] lastTopic = null;
        long without = 0;
        while (offsets.next() && partitions.next() && topics.next()) {
            if (offsets.value() == null || partitions.value() == null || topics.value() == null) {
                without++;
                continue;
            }
            byte[] topicNow = (byte[]) topics.value();
            int partitionNow = (int) partitions.value();
            if (of == null || of.partition() != partitionNow || !Arrays.equals(lastTopic, topicNow)) {
                of = new TopicPartition(new String(topicNow, StandardCharsets.UTF_8), partitionNow);
                lastTopic = topicNow;
            }
            visitor.record(of, (long) offsets.value());
        }
        return without;
    }
}

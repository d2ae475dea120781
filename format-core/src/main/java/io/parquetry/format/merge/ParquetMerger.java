package io.parquetry.format.merge;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.write.WrittenChunk;
import io.parquetry.format.internal.footer.CreatedBy;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.internal.rowgroup.BloomFilters;
import io.parquetry.format.internal.rowgroup.WrittenRowGroup;
import io.parquetry.format.internal.statistics.PageStatistics;
import io.parquetry.format.internal.statistics.StatisticsValidator;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Joins files of one schema into one file, row group by row group, without decoding a value: chunks are copied with
 * their bytes, and all positions are moved (page offsets, offset indexes, bloom filters).
 *
 * <p>Invariants: (a) a refused file leaves no trace, because all of it is checked before its first byte is copied; (b)
 * bounds are copied only where they mean the same in the new file, which those of the deprecated pair do not, since
 * their meaning depends on the writer; (c) after a failure in the middle of a copy, or of the output, every further
 * call is refused. One thread at a time.
 */
public final class ParquetMerger implements Closeable {
    private static final int BUFFER_BYTES = 1 << 18;

    private final OutputFile out;
    private final KeyValues keyValuePolicy;
    private final Predicate<String> ofRows;
    private final Set<String> leftOut = new LinkedHashSet<>();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final List<WrittenRowGroup> written = new ArrayList<>();
    private final Map<String, KeyValue> keyValues = new LinkedHashMap<>();
    private Optional<String> firstName = Optional.empty();
    private Optional<HybridCalendar> calendar = Optional.empty();
    private Optional<MessageType> schema = Optional.empty();
    private List<ColumnOrder> orders = List.of();
    private long rows;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        FINISHED,
        FAILED,
        CLOSED
    }

    /** What happens when two files have different values for the same key of their key-value metadata. */
    public enum KeyValues {
        /** The second file is refused. */
        MUST_AGREE,
        /** The first file that has the key decides. */
        FIRST_DECIDES
    }

    private ParquetMerger(OutputFile out, KeyValues keyValuePolicy, Predicate<String> ofRows) {
        this.out = out;
        this.keyValuePolicy = keyValuePolicy;
        this.ofRows = ofRows;
    }

    /** Begins a file that has the keys of all files. The merger owns {@code out} from here on, also when this fails. */
    public static ParquetMerger create(OutputFile out, KeyValues keyValues) throws IOException {
        return create(out, keyValues, key -> false);
    }

    /**
     * Begins a file. The merger owns {@code out} from here on, also when this fails.
     *
     * @param ofRows tells the keys that describe the rows of a file, which are left out: they are not true of the rows
     *     of several files
     */
    public static ParquetMerger create(OutputFile out, KeyValues keyValues, Predicate<String> ofRows)
            throws IOException {
        Objects.requireNonNull(out, "out");
        try {
            ParquetMerger merger = new ParquetMerger(
                    out, Objects.requireNonNull(keyValues, "keyValues"), Objects.requireNonNull(ofRows, "ofRows"));
            FileLayout.writeMagic(out);
            return merger;
        } catch (IOException | RuntimeException e) {
            try {
                out.discard();
            } catch (IOException onDiscard) {
                e.addSuppressed(onDiscard);
            }
            throw e;
        }
    }

    /**
     * Adds the row groups of a file, which is closed when this returns.
     *
     * @throws UsageException when its schema differs from that of the earlier files, or its key-value metadata
     *     contradicts theirs
     */
    public void append(InputFile in) throws IOException {
        try (in) {
            requireOpen();
            MergeSource source = MergeSource.of(in);
            requireSameSchema(source);
            requireSameCalendar(source);
            requireFittingKeyValues(source);
            state = State.FAILED;
            take(source);
            state = State.OPEN;
        }
    }

    private void requireSameSchema(MergeSource source) {
        schema.flatMap(first ->
                        SchemaDifference.between(first, source.metadata().schema()))
                .ifPresent(difference -> {
                    throw new UsageException("cannot merge " + source.file().name() + " with " + firstName.orElseThrow()
                            + ": field " + difference + "; the schemas must be the same");
                });
    }

    /** One footer says of all row groups how their days were counted. */
    private void requireSameCalendar(MergeSource source) {
        HybridCalendar ofSource = HybridCalendar.of(source.metadata());
        HybridCalendar known = calendar.orElse(ofSource);
        source.metadata().schema().leaves().stream()
                .filter(leaf -> known.covers(leaf.type()) != ofSource.covers(leaf.type()))
                .findFirst()
                .ifPresent(leaf -> {
                    throw new UsageException("cannot merge " + source.file().name() + " with " + firstName.orElseThrow()
                            + ": one of them counts days before 1582-10-15 by the Julian calendar in column "
                            + leaf.dottedPath()
                            + ", as Spark before 3.0 and Hive did, and the other does not; parquetry"
                            + " rewrite writes such a file anew without that calendar");
                });
    }

    private void requireFittingKeyValues(MergeSource source) {
        if (keyValuePolicy == KeyValues.FIRST_DECIDES) {
            return;
        }
        for (KeyValue entry : keyValues(source.metadata())) {
            KeyValue known = keyValues.getOrDefault(entry.key(), entry);
            if (!known.equals(entry)) {
                throw new UsageException("cannot merge " + source.file().name() + ": it says '" + entry.key() + "' = "
                        + shown(entry) + ", but a file before says " + shown(known)
                        + "; let the first decide where that is right, with KeyValues.FIRST_DECIDES or merge"
                        + " --keep-first-metadata");
            }
        }
    }

    private List<KeyValue> keyValues(FileMetadata metadata) {
        return metadata.keyValues().stream()
                .filter(entry -> !ofRows.test(entry.key()))
                .toList();
    }

    /** The keys of the files that are left out. */
    public Set<String> keysLeftOut() {
        return Collections.unmodifiableSet(leftOut);
    }

    private static String shown(KeyValue entry) {
        String value = entry.value().orElse("nothing");
        return value.length() > 80 ? value.substring(0, 80) + "..." : value;
    }

    private void take(MergeSource source) throws IOException {
        FileMetadata metadata = source.metadata();
        if (schema.isEmpty()) {
            schema = Optional.of(metadata.schema());
            calendar = Optional.of(HybridCalendar.of(metadata));
            firstName = Optional.of(source.file().name());
            orders = writableOrders(metadata);
        }
        keyValues(metadata).forEach(entry -> keyValues.putIfAbsent(entry.key(), entry));
        metadata.keyValues().stream().map(KeyValue::key).filter(ofRows).forEach(leftOut::add);
        for (MergeSource.RowGroup rowGroup : source.rowGroups()) {
            written.add(copy(source, rowGroup));
            rows += rowGroup.metadata().rows();
        }
    }

    /** The column orders of the first file; the order of the types where it has none that can be written. */
    private static List<ColumnOrder> writableOrders(FileMetadata metadata) {
        List<ColumnOrder> writable = new ArrayList<>();
        for (int i = 0; i < metadata.schema().leaves().size(); i++) {
            ColumnOrder order = orderOf(metadata, i).orElse(ColumnOrder.TYPE_DEFINED);
            writable.add(order == ColumnOrder.UNRECOGNIZED ? ColumnOrder.TYPE_DEFINED : order);
        }
        return writable;
    }

    private static Optional<ColumnOrder> orderOf(FileMetadata metadata, int leaf) {
        return leaf < metadata.columnOrders().size()
                ? Optional.of(metadata.columnOrders().get(leaf))
                : Optional.empty();
    }

    private WrittenRowGroup copy(MergeSource source, MergeSource.RowGroup rowGroup) throws IOException {
        long start = out.position();
        List<WrittenChunk> chunks = new ArrayList<>();
        // created_by will name this engine, so no reader would distrust the bounds of a writer with known faults.
        StatisticsValidator trust = StatisticsValidator.of(source.metadata());
        for (MergeSource.Chunk chunk : rowGroup.chunks()) {
            int column = chunks.size();
            LeafColumn leaf = source.metadata().schema().leaves().get(column);
            boolean sameOrder =
                    orderOf(source.metadata(), column).equals(Optional.of(orders.get(column))) && trust.isInOrder(leaf);
            boolean contradictory = trust.isContradictory(leaf, chunk.metadata())
                    || isContradicted(trust, leaf, chunk, rowGroup.metadata().rows());
            boolean trusted = sameOrder && !contradictory && trust.raisesIndexBounds(leaf);
            WrittenChunk copied = copy(source.file(), chunk, sameOrder);
            chunks.add(new WrittenChunk(
                    copied.metadata().toBuilder()
                            .statistics(copied.metadata()
                                    .statistics()
                                    .filter(copy -> !contradictory)
                                    .map(copy -> trust.isNullCountRight() ? copy : withoutNulls(copy)))
                            .build(),
                    copied.columnIndex().filter(index -> trusted),
                    copied.offsetIndex(),
                    copied.bloomFilter()));
        }
        long end = out.position();
        BloomFilters.write(chunks, out);
        List<ColumnChunkMetadata> columns =
                chunks.stream().map(WrittenChunk::metadata).toList();
        RowGroupMetadata before = rowGroup.metadata();
        int ordinal = written.size();
        return new WrittenRowGroup(
                before.toBuilder()
                        .columns(columns)
                        .uncompressedBytes(columns.stream()
                                .mapToLong(chunk -> chunk.bytes().uncompressed())
                                .sum())
                        .fileOffset(OptionalLong.of(start))
                        .compressedBytes(OptionalLong.of(end - start))
                        .ordinal(ordinal <= Short.MAX_VALUE ? OptionalInt.of(ordinal) : OptionalInt.empty())
                        .build(),
                chunks);
    }

    /** Whether the column index and the statistics of a chunk contradict each other, so that neither is copied. */
    private static boolean isContradicted(
            StatisticsValidator trust, LeafColumn leaf, MergeSource.Chunk chunk, long rows) {
        return leaf.maxRepetitionLevel() == 0
                && chunk.columnIndex()
                        .flatMap(index -> PageStatistics.of(
                                        trust,
                                        leaf,
                                        index,
                                        chunk.offsetIndex().orElseThrow().rowsOfPages(rows),
                                        trust.of(leaf, chunk.metadata()))
                                .contradiction())
                        .isPresent();
    }

    /** @param sameOrder whether bounds of the chunk mean the same in the new file */
    private WrittenChunk copy(InputFile in, MergeSource.Chunk chunk, boolean sameOrder) throws IOException {
        long moved = out.position() - chunk.from();
        for (long at = chunk.from(); at < chunk.to(); at += buffer.length) {
            int length = (int) Math.min(buffer.length, chunk.to() - at);
            in.readFully(at, buffer, 0, length);
            out.write(buffer, 0, length);
        }
        ColumnChunkMetadata before = chunk.metadata();
        OptionalLong dictionaryPage = chunk.dictionaryPage().isPresent()
                ? OptionalLong.of(chunk.dictionaryPage().getAsLong() + moved)
                : OptionalLong.empty();
        ColumnChunkMetadata metadata = before.toBuilder()
                .filePath(Optional.empty())
                .bytes(new ColumnChunkMetadata.ChunkBytes(chunk.uncompressedBytes(), chunk.to() - chunk.from()))
                .offsets(new ColumnChunkMetadata.PageOffsets(
                        chunk.firstDataPage() + moved, dictionaryPage, OptionalLong.empty()))
                .statistics(before.statistics().map(statistics -> statistics(statistics, sameOrder)))
                .indexes(ColumnChunkMetadata.Indexes.NONE)
                .build();
        return new WrittenChunk(
                metadata,
                chunk.columnIndex().filter(index -> sameOrder),
                chunk.offsetIndex().map(index -> moved(index, moved)),
                BloomFilters.read(in, before, chunk.place()));
    }

    private static Statistics withoutNulls(Statistics before) {
        return before.toBuilder().nulls(OptionalLong.empty()).build();
    }

    private static Statistics statistics(Statistics before, boolean sameOrder) {
        return before.toBuilder()
                .min(before.min().filter(bound -> sameOrder))
                .max(before.max().filter(bound -> sameOrder))
                .legacyMin(Optional.empty())
                .legacyMax(Optional.empty())
                .build();
    }

    private static OffsetIndex moved(OffsetIndex index, long by) {
        return new OffsetIndex(
                index.pages().stream()
                        .map(page -> new PageLocation(page.offset() + by, page.compressedBytes(), page.firstRow()))
                        .toList(),
                index.unencodedBytes());
    }

    /** Rows that were copied so far. */
    public long rows() {
        return rows;
    }

    /**
     * Writes indexes and footer. The output stays open, so that it can be synced.
     *
     * @return what the footer says
     */
    public FileMetadata finish() throws IOException {
        requireOpen();
        MessageType merged = schema.orElseThrow(
                () -> new UsageException(out.name() + ": there is nothing to merge; append a file first"));
        state = State.FAILED;
        FileMetadata metadata = FileMetadata.builder()
                .version(2)
                .schema(merged)
                .rows(rows)
                .rowGroups(FileLayout.writeIndexes(out, written))
                .keyValues(List.copyOf(keyValues.values()))
                .createdBy(Optional.of(CreatedBy.TEXT))
                .columnOrders(orders)
                .build();
        FileLayout.writeFooter(out, metadata);
        state = State.FINISHED;
        return metadata;
    }

    private void requireOpen() {
        switch (state) {
            case OPEN -> {}
            case FINISHED -> throw new UsageException(out.name() + ": is finished; merge further files into another");
            case FAILED ->
                throw new UsageException(
                        out.name() + ": merging failed before, so it cannot go on; discard it and begin another");
            case CLOSED -> throw new UsageException(out.name() + ": was closed unfinished; begin another");
        }
    }

    /** Closes the output; that of a file which was not finished is discarded ({@link OutputFile#discard}). */
    @Override
    public void close() throws IOException {
        if (state == State.FINISHED) {
            out.close();
        } else {
            state = State.CLOSED;
            out.discard();
        }
    }
}

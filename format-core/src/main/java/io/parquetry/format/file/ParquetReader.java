package io.parquetry.format.file;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.internal.column.read.ChunkLimits;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.column.read.ColumnGatherer;
import io.parquetry.format.internal.column.read.IgnoredIndexes;
import io.parquetry.format.internal.footer.FooterChecks;
import io.parquetry.format.internal.footer.FooterReader;
import io.parquetry.format.internal.footer.TableFiles;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.internal.record.Assembler;
import io.parquetry.format.internal.rowgroup.BloomFilters;
import io.parquetry.format.internal.rowgroup.CountingChunkFiles;
import io.parquetry.format.internal.rowgroup.FilterCompiler;
import io.parquetry.format.internal.rowgroup.FilterReadCache;
import io.parquetry.format.internal.rowgroup.IndexBytes;
import io.parquetry.format.internal.rowgroup.PageIndexes;
import io.parquetry.format.internal.rowgroup.ReadMetrics;
import io.parquetry.format.internal.rowgroup.RowCondition;
import io.parquetry.format.internal.rowgroup.RowGroupFilter;
import io.parquetry.format.internal.rowgroup.RowGroupReader;
import io.parquetry.format.internal.statistics.StatisticsValidator;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.SiblingFiles;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Indexes;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.Shape;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads one file: its footer when it is opened, its pages as its records are asked for. Use it, and what it gives, from
 * one thread at a time.
 *
 * <p>What contradicts the format is a {@link io.parquetry.format.CorruptFileException} with its place, what is beyond
 * this engine an {@link UnsupportedFeatureException}, and a failure of the storage an {@link IOException}.
 */
public final class ParquetReader implements Closeable {
    private final String fileName;
    private final TableFiles files;
    private final FileMetadata metadata;
    private final ChunkLimits limits;
    private final ReaderOptions options;

    /** Made at the first use, because it checks every column. */
    private Optional<StatisticsValidator> validator = Optional.empty();

    /** Closes the latest cursor. */
    private Optional<Runnable> closeLatest = Optional.empty();

    /** The memory of the latest cursor. */
    private Optional<ReadMemory> latestMemory = Optional.empty();

    private ParquetReader(String fileName, TableFiles files, FileMetadata metadata, ReaderOptions options) {
        this.fileName = fileName;
        this.files = files;
        this.metadata = metadata;
        this.limits = ReadLimits.of(metadata, options);
        this.options = options;
    }

    /**
     * Reads and checks the footer. The reader owns the file from here on, also when this fails. A file whose chunks are
     * in other files is refused.
     */
    public static ParquetReader open(InputFile in, ReaderOptions options) throws IOException {
        return open(in, path -> in, FooterChecks.Siblings.REFUSED, options);
    }

    /**
     * Reads and checks the footer of a file whose column chunks may be in other files: a {@code _metadata}, which makes
     * all files of a directory one table. The other files are opened when their chunks are read. A {@code
     * _common_metadata}, which has a schema but no row group, is a table without rows. The reader owns the metadata
     * file from here on, also when this fails, and all files that {@code siblings} opens.
     *
     * @param siblings the files beside {@code metadata}
     */
    public static ParquetReader open(InputFile metadata, SiblingFiles siblings, ReaderOptions options)
            throws IOException {
        Objects.requireNonNull(siblings, "siblings");
        return open(metadata, siblings, FooterChecks.Siblings.ALLOWED, options);
    }

    private static ParquetReader open(
            InputFile in, SiblingFiles siblings, FooterChecks.Siblings policy, ReaderOptions options)
            throws IOException {
        Objects.requireNonNull(options, "options");
        try {
            FileMetadata footer = FooterReader.read(in, policy);
            return new ParquetReader(in.name(), new TableFiles(in, siblings), footer, options);
        } catch (IOException | RuntimeException e) {
            try {
                in.close();
            } catch (IOException onClose) {
                e.addSuppressed(onClose);
            }
            throw e;
        }
    }

    /**
     * A reader of the same open file with other options. It takes the place of this one, which may not be used or
     * closed any more.
     */
    public ParquetReader with(ReaderOptions others) {
        return new ParquetReader(fileName, files, metadata, others);
    }

    /**
     * Estimates the heap that one cursor over these columns takes, with the footer, the open file and all objects,
     * before any page is read. Pages are assumed to have at most a mebibyte, since no footer says their size.
     */
    public MemoryEstimate memoryEstimate(Projection columns) {
        return MemoryEstimate.of(metadata, columns.of(schema()).columns(), limits, options.readAhead())
                .withFile(files.heldBytesMax());
    }

    /** The bytes that the latest cursor over records, or the latest batches, hold for pages and dictionaries now. */
    public long heldBytes() {
        return latestMemory.map(ReadMemory::heldBytes).orElse(0L);
    }

    public FileMetadata metadata() {
        return metadata;
    }

    public MessageType schema() {
        return metadata.schema();
    }

    /** All records, as {@code builder} makes them. */
    public <R> RecordCursor<R> records(RecordBuilder<R> builder) {
        return records(builder, RecordQuery.ALL);
    }

    /**
     * The records from {@code firstRow} on. Earlier row groups are not read, nor are earlier pages where the file has
     * an offset index.
     *
     * @param firstRow number of a row in the file; the number of rows puts the cursor at the end
     */
    public <R> RecordCursor<R> records(RecordBuilder<R> builder, long firstRow) {
        return records(builder, RecordQuery.ALL.fromRow(firstRow));
    }

    /**
     * The records of a query. The builder sees the schema with the columns of the query only; other columns are neither
     * fetched nor decoded, unless the filter needs them. Row groups and pages without a wanted row are not fetched.
     */
    public <R> RecordCursor<R> records(RecordBuilder<R> builder, RecordQuery query) {
        Sources from = sources(query);
        RecordCursor<R> cursor = new RecordCursor<>(
                        fileName,
                        from.schema(),
                        metadata.rowGroups(),
                        from.rowGroups(),
                        from.filter(),
                        assembler(from.schema(), builder, from.columns()),
                        from.tally())
                .from(query.firstRow());
        closeLatest = Optional.of(cursor::close);
        latestMemory = Optional.of(from.memory());
        return cursor;
    }

    /**
     * The rows of a query as columns in primitive arrays, without records. Other columns are neither fetched nor
     * decoded, unless the filter needs them. Row groups and pages without a wanted row are not fetched.
     */
    public ColumnBatches batches(RecordQuery query) {
        Sources from = sources(query);
        ColumnBatches batches = new ColumnBatches(
                fileName,
                from.schema(),
                metadata.rowGroups(),
                from.rowGroups(),
                from.filter(),
                from.columns().stream().map(ColumnGatherer::new).toList(),
                from.tally(),
                limits.batchEntries(),
                query.firstRow());
        closeLatest = Optional.of(batches::close);
        latestMemory = Optional.of(from.memory());
        return batches;
    }

    /** What the rows of a query are read from. */
    private record Sources(
            MessageType schema,
            List<ColumnChunkReader> columns,
            RowGroupReader rowGroups,
            Optional<RowGroupFilter> filter,
            ReadMetrics tally,
            ReadMemory memory) {}

    private Sources sources(RecordQuery query) {
        if (query.firstRow() > metadata.rows()) {
            throw new UsageException(fileName + ": cannot begin at row " + query.firstRow()
                    + "; the file has rows 0 to " + metadata.rows());
        }
        Projection.Projected projected = query.columns().of(schema());
        Optional<RowCondition> condition =
                query.filter().map(filter -> FilterCompiler.compile(schema(), HybridCalendar.of(metadata), filter));
        ReadMemory memory = memory();
        ReadMetrics tally = new ReadMetrics();
        FilterReadCache reads = new FilterReadCache(new CountingChunkFiles(files, tally));
        ChunkFiles counted = condition.isPresent() ? reads.forRecords() : new CountingChunkFiles(files, tally);
        List<ColumnChunkReader> columns = new ArrayList<>();
        for (LeafColumn leaf : projected.columns()) {
            columns.add(new ColumnChunkReader(counted, leaf, limits, memory));
        }
        RowGroupReader rowGroups = new RowGroupReader(fileName, counted, columns, indexes(tally.ignoredIndexes()));
        return new Sources(
                projected.schema(),
                columns,
                rowGroups,
                condition.map(wanted -> rowGroupFilter(wanted, projected, reads, tally, memory)),
                tally,
                memory);
    }

    private RowGroupFilter rowGroupFilter(
            RowCondition condition,
            Projection.Projected projected,
            FilterReadCache reads,
            ReadMetrics tally,
            ReadMemory memory) {
        Set<List<String>> paths = new HashSet<>();
        projected.columns().forEach(leaf -> paths.add(leaf.path()));
        ChunkFiles ofFilter = reads.forFilter(chunk -> paths.contains(chunk.path()));
        return new RowGroupFilter(
                fileName,
                ofFilter,
                reads,
                condition,
                leaf -> new ColumnChunkReader(ofFilter, leaf, limits, memory),
                validator(),
                tally);
    }

    private ReadMemory memory() {
        return options.readAhead() == ReaderOptions.ReadAhead.USUAL
                ? new ReadMemory(options.memoryBytesMax(), options.recordEntriesMax())
                : ReadMemory.withoutPrefetch(options.memoryBytesMax(), options.recordEntriesMax());
    }

    private <R> Assembler<R> assembler(MessageType schema, RecordBuilder<R> builder, List<ColumnChunkReader> columns) {
        try {
            return Assembler.of(Shape.of(schema), builder, columns);
        } catch (UnsupportedFeatureException e) {
            throw e.at(Place.of(fileName));
        }
    }

    /** The entries of one column of this file's schema, through all row groups. */
    public ColumnCursor column(LeafColumn leaf) {
        return new ColumnCursor(
                Place.of(fileName),
                metadata.rowGroups(),
                new ColumnChunkReader(files, leaf, limits, memory()),
                files,
                indexes(new IgnoredIndexes()));
    }

    /**
     * One page of a column chunk.
     *
     * @param offset position of its header in the file
     * @param headerBytes bytes of the header, which the page follows
     */
    public record Page(long offset, int headerBytes, PageHeader header) {}

    /**
     * The pages of a column chunk, dictionary included, up to the one with its last value, and data pages without
     * values behind it; only their headers are read. Pages that readers step over are left out.
     */
    public List<Page> pages(int rowGroup, LeafColumn leaf) throws IOException {
        return pagesOfAnyType(rowGroup, leaf).stream()
                .filter(page -> !(page.header().content() instanceof PageHeader.Other))
                .toList();
    }

    /** The same with index pages and those of unknown types, also where these come behind the last value. */
    public List<Page> pagesOfAnyType(int rowGroup, LeafColumn leaf) throws IOException {
        ColumnChunkMetadata chunk = metadata.rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        Place place = Place.of(fileName).rowGroup(rowGroup).column(leaf.dottedPath());
        ChunkRange range = ChunkRange.of(chunk);
        InputFile file = files.of(chunk, place);
        PageReader reader = new PageReader(leaf, limits.pages(), memory());
        // Headers are never compressed, so the pages of any codec can be listed.
        reader.open(file, range.from(), range.to(), CompressionCodec.UNCOMPRESSED, place.file(file.name()));
        List<Page> pages = new ArrayList<>();
        long entries = 0;
        while ((entries < chunk.entries() || chunk.entries() == 0) && reader.nextOfAnyType()) {
            pages.add(page(reader));
            entries += reader.header().entries();
        }
        try {
            while (reader.nextOfAnyType()
                    && reader.header().entries() == 0
                    && !(reader.header().content() instanceof PageHeader.Dictionary)) {
                pages.add(page(reader));
            }
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            // What follows is no page, and nobody reads it.
            return pages;
        }
        return pages;
    }

    private static Page page(PageReader reader) {
        return new Page(reader.headerPosition(), reader.headerBytes(), reader.header());
    }

    /**
     * The column index of a chunk as the file has it, if the chunk has one. It is well-formed, but may contradict the
     * pages.
     */
    public Optional<ColumnIndex> columnIndex(int rowGroup, LeafColumn leaf) throws IOException {
        return index(rowGroup, leaf, "column index", Indexes::columnIndex, ColumnIndexThrift::read);
    }

    /** The offset index of a chunk as the file has it, if the chunk has one. */
    public Optional<OffsetIndex> offsetIndex(int rowGroup, LeafColumn leaf) throws IOException {
        return index(rowGroup, leaf, "offset index", Indexes::offsetIndex, OffsetIndexThrift::read);
    }

    private interface IndexParser<T> {
        T parse(byte[] bytes, int offset, int length);
    }

    private <T> Optional<T> index(
            int rowGroup, LeafColumn leaf, String what, Function<Indexes, Optional<Range>> which, IndexParser<T> parser)
            throws IOException {
        ColumnChunkMetadata chunk = metadata.rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        Optional<Range> claimed = which.apply(chunk.indexes());
        if (claimed.isEmpty()) {
            return Optional.empty();
        }
        Place place = Place.of(fileName).rowGroup(rowGroup).column(leaf.dottedPath());
        InputFile file = files.of(chunk, place);
        try {
            byte[] bytes = IndexBytes.read(file, claimed.get(), "the " + what);
            return Optional.of(parser.parse(bytes, 0, bytes.length));
        } catch (ParquetException e) {
            throw e.at(place.file(file.name()));
        }
    }

    /**
     * The statistics of a chunk that can be trusted ({@link StatisticsValidator}): bounds only where the writer's order
     * is the column's. Bounds of the deprecated pair are returned as {@code min} and {@code max}.
     */
    public Statistics trustedStatistics(int rowGroup, LeafColumn leaf) {
        return validator().of(leaf, metadata.rowGroups().get(rowGroup).columns().get(leaf.ordinal()));
    }

    private PageIndexes indexes(IgnoredIndexes ignored) {
        return new PageIndexes(validator().mustProveIndexRows(), ignored);
    }

    private StatisticsValidator validator() {
        validator = Optional.of(validator.orElseGet(() -> StatisticsValidator.of(metadata)));
        return validator.get();
    }

    /** The values of the dictionary of a column chunk, in its order and as a {@link ColumnCursor} gives them. */
    public Optional<List<Object>> dictionary(int rowGroup, LeafColumn leaf) throws IOException {
        RowGroupMetadata group = metadata.rowGroups().get(rowGroup);
        ColumnChunkReader reader = new ColumnChunkReader(files, leaf, limits, memory());
        try {
            Place place = Place.of(fileName).rowGroup(rowGroup).column(leaf.dottedPath());
            reader.open(group.columns().get(leaf.ordinal()), group.rows(), place);
            if (!reader.readDictionary()) {
                return Optional.empty();
            }
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < reader.batch().dictionarySize(); i++) {
                values.add(ColumnCursor.value(leaf, reader.batch(), i));
            }
            return Optional.of(values);
        } finally {
            reader.close();
        }
    }

    /** The bloom filter of a column chunk, if it has one. */
    public Optional<BloomFilter> bloomFilter(int rowGroup, LeafColumn leaf) throws IOException {
        ColumnChunkMetadata chunk = metadata.rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        Place place = Place.of(fileName).rowGroup(rowGroup).column(leaf.dottedPath());
        InputFile file = files.of(chunk, place);
        return BloomFilters.read(file, chunk, place.file(file.name())).map(filter -> new BloomFilter(leaf, filter));
    }

    /** What a cursor that is not the latest holds is left to the collector: a reader may give any number of them. */
    @Override
    public void close() throws IOException {
        closeLatest.ifPresent(Runnable::run);
        closeLatest = Optional.empty();
        files.close();
    }
}

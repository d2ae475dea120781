package io.parquetry.format.file;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.ChunkLimits;
import io.parquetry.format.internal.column.ChunkRange;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.record.Assembler;
import io.parquetry.format.internal.rowgroup.BloomFilters;
import io.parquetry.format.internal.rowgroup.RowGroupReader;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Indexes;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Shape;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads one file: its footer when it is opened, its pages as its records are asked for. Use it, and what it gives, from
 * one thread at a time.
 *
 * <p>What contradicts the format is a {@link io.parquetry.format.CorruptFileException} with its place, what is beyond
 * this engine an {@link UnsupportedFeatureException}, and trouble of the storage an {@link IOException}.
 */
public final class ParquetReader implements Closeable {
    /** Bytes that are read ahead for each column, within these bounds, so that all columns share one budget. */
    private static final int READ_AHEAD_BYTES_LEAST = 1 << 16;

    private static final int READ_AHEAD_BYTES_MOST = 1 << 20;
    private static final int READ_AHEAD_BYTES_TOGETHER = 1 << 25;

    /** Entries that are decoded at once: enough to make the cost of a batch disappear, few enough to stay in the cache. */
    private static final int BATCH_ENTRIES_LEAST = 1 << 6;

    private static final int BATCH_ENTRIES_MOST = 1 << 10;
    private static final int BATCH_ENTRIES_TOGETHER = 1 << 20;

    private final InputFile file;
    private final FileMetadata metadata;
    private final ChunkLimits limits;

    private ParquetReader(InputFile file, FileMetadata metadata, ReaderOptions options) {
        this.file = file;
        this.metadata = metadata;
        int columns = Math.max(1, metadata.schema().leaves().size());
        int readAhead = clamp(READ_AHEAD_BYTES_TOGETHER / columns, READ_AHEAD_BYTES_LEAST, READ_AHEAD_BYTES_MOST);
        boolean verify = options.checksums() == ReaderOptions.Checksums.VERIFY;
        this.limits = new ChunkLimits(
                new PageLimits(readAhead, options.pageBytesMax(), verify),
                clamp(BATCH_ENTRIES_TOGETHER / columns, BATCH_ENTRIES_LEAST, BATCH_ENTRIES_MOST),
                options.recordEntriesMax());
    }

    private static int clamp(int value, int least, int most) {
        return Math.min(Math.max(value, least), most);
    }

    /** Reads and checks the footer. The file belongs to the reader from here on, also when this fails. */
    public static ParquetReader open(InputFile in, ReaderOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        try {
            return new ParquetReader(in, FooterReader.read(in), options);
        } catch (IOException | RuntimeException e) {
            try {
                in.close();
            } catch (IOException onClose) {
                e.addSuppressed(onClose);
            }
            throw e;
        }
    }

    public FileMetadata metadata() {
        return metadata;
    }

    public MessageType schema() {
        return metadata.schema();
    }

    /** All records, as {@code builder} makes them. */
    public RecordCursor records(RecordBuilder builder) {
        return records(builder, 0);
    }

    /**
     * The records from {@code firstRow} on. Row groups before it are not touched, nor are pages before it where the file
     * has an offset index.
     *
     * @param firstRow number of a row in the file; at the number of rows, the cursor is at its end
     */
    public RecordCursor records(RecordBuilder builder, long firstRow) {
        if (firstRow < 0 || firstRow > metadata.rows()) {
            throw new UsageException(
                    file.name() + ": cannot begin at row " + firstRow + "; the file has rows 0 to " + metadata.rows());
        }
        List<ColumnChunkReader> columns = new ArrayList<>();
        for (LeafColumn leaf : schema().leaves()) {
            columns.add(new ColumnChunkReader(file, leaf, limits));
        }
        Assembler assembler = assembler(builder, columns);
        return new RecordCursor(file.name(), metadata, new RowGroupReader(file, columns), assembler, firstRow);
    }

    private Assembler assembler(RecordBuilder builder, List<ColumnChunkReader> columns) {
        try {
            return Assembler.of(Shape.of(schema()), builder, columns);
        } catch (UnsupportedFeatureException e) {
            throw e.at(Place.of(file.name()));
        }
    }

    /** The entries of one column of this file's schema, through all row groups. */
    public ColumnCursor column(LeafColumn leaf) {
        return new ColumnCursor(Place.of(file.name()), metadata.rowGroups(), new ColumnChunkReader(file, leaf, limits));
    }

    /**
     * One page of a column chunk.
     *
     * @param offset position of its header in the file
     * @param headerBytes bytes of the header, behind which the page lies
     */
    public record Page(long offset, int headerBytes, PageHeader header) {}

    /** The pages of a column chunk, dictionary included; only their headers are read. */
    public List<Page> pages(int rowGroup, LeafColumn leaf) throws IOException {
        ColumnChunkMetadata chunk = metadata.rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        Place place = Place.of(file.name()).rowGroup(rowGroup).column(leaf.dottedPath());
        ChunkRange range = ChunkRange.of(chunk);
        PageReader reader = new PageReader(file, leaf, limits.pages());
        // Headers are never compressed, so the pages of any codec can be listed.
        reader.open(range.from(), range.to(), CompressionCodec.UNCOMPRESSED, place);
        List<Page> pages = new ArrayList<>();
        while (reader.next()) {
            pages.add(new Page(reader.headerPosition(), reader.headerBytes(), reader.header()));
        }
        return pages;
    }

    /**
     * The column index of a chunk as it stands in the file, if the chunk has one. It is well-formed, but nothing says
     * that it tells the truth about the pages.
     */
    public Optional<ColumnIndex> columnIndex(int rowGroup, LeafColumn leaf) throws IOException {
        return index(rowGroup, leaf, "column index", Indexes::columnIndex, ColumnIndexThrift::read);
    }

    /** The offset index of a chunk as it stands in the file, if the chunk has one. */
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
        Optional<Range> said = which.apply(chunk.indexes());
        if (said.isEmpty()) {
            return Optional.empty();
        }
        Place place = Place.of(file.name()).rowGroup(rowGroup).column(leaf.dottedPath());
        Range range = said.get();
        if (range.offset() < 0 || range.length() <= 0 || range.offset() > file.length() - range.length()) {
            throw new CorruptFileException(
                    place,
                    "the " + what + " claims the " + range.length() + " bytes from " + range.offset()
                            + " on, but the file has " + file.length());
        }
        byte[] bytes = new byte[range.length()];
        file.readFully(range.offset(), bytes, 0, bytes.length);
        try {
            return Optional.of(parser.parse(bytes, 0, bytes.length));
        } catch (CorruptFileException e) {
            throw e.at(place);
        }
    }

    /** The bloom filter of a column chunk, if it has one. */
    public Optional<BloomFilter> bloomFilter(int rowGroup, LeafColumn leaf) throws IOException {
        ColumnChunkMetadata chunk = metadata.rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        Place place = Place.of(file.name()).rowGroup(rowGroup).column(leaf.dottedPath());
        return BloomFilters.read(file, chunk, place).map(filter -> new BloomFilter(leaf, filter));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

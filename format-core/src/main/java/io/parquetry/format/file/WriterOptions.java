package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** How a file is written; {@link #builder} starts from the defaults. */
public final class WriterOptions {
    /** ZSTD, data page V1, row groups of 128 MiB, pages of 1 MiB or 20,000 rows, dictionaries up to 1 MiB. */
    public static final WriterOptions DEFAULT = new Builder().build();

    /** The form of data pages. V1 is read by everyone; V2 leaves levels uncompressed. */
    public enum PageVersion {
        V1,
        V2
    }

    /** When values are replaced by indexes into a dictionary. */
    public enum Dictionary {
        WHERE_IT_PAYS,
        NEVER
    }

    /** How the encoding of values is chosen that are not dictionary-coded. */
    public enum EncodingChoice {
        /** PLAIN, which every reader knows, beside dictionaries. */
        COMPATIBLE(20_000, 1 << 20),
        /**
         * The encoding that takes the fewest bytes after compression, dictionaries among them. Each column finds its
         * own by trying them on a page, now and then again, and shares what it learns by {@link #encodingHints}. Pages
         * have more rows, and those of long texts more bytes, if nobody says how many: codecs find more in them.
         */
        AUTO(80_000, 2 << 20),
        /** As {@link #AUTO}, without BYTE_STREAM_SPLIT, which Spark cannot read, and with pages of no more bytes. */
        DELTAS(80_000, 1 << 20);

        private final int usualPageRows;
        private final int usualPageBytes;

        EncodingChoice(int usualPageRows, int usualPageBytes) {
            this.usualPageRows = usualPageRows;
            this.usualPageBytes = usualPageBytes;
        }

        /** Rows of a page where nobody says how many. */
        public int usualPageRows() {
            return usualPageRows;
        }

        /** Bytes of a page where nobody says how many. */
        public int usualPageBytes() {
            return usualPageBytes;
        }
    }

    /** Who sorts the rows. */
    public enum Sorting {
        /** Rows are written in the order of the calls; the writer does not check that they are sorted. */
        BY_CALLER,
        /**
         * Rows are buffered until a row group is full, then sorted and written; rows that compare equal keep their
         * order. Every page is made twice, and while a row group is sorted, one of its columns is held decoded. A row
         * group is also closed when one of its columns would take as many bytes decoded as a row group may have.
         */
        BY_WRITER
    }

    /** A column that rows are sorted by. */
    public record SortedBy(String column, Direction direction, Nulls nulls) {
        public SortedBy {
            Objects.requireNonNull(column, "column");
            Objects.requireNonNull(direction, "direction");
            Objects.requireNonNull(nulls, "nulls");
        }
    }

    /** The order of values from row to row. */
    public enum Direction {
        ASCENDING,
        DESCENDING
    }

    /** Whether nulls come before or after all values. */
    public enum Nulls {
        FIRST,
        LAST
    }

    private final CompressionCodec codec;
    private final OptionalInt compressionLevel;
    private final PageVersion pageVersion;
    private final long rowGroupBytesMax;
    private final OptionalInt pageBytesMax;
    private final OptionalInt pageRowsMax;
    private final EncodingChoice encoding;
    private final Dictionary dictionary;
    private final int dictionaryBytesMax;
    private final Map<String, ColumnOptions> columns;
    private final List<SortedBy> sortedBy;
    private final Sorting sorting;
    private final Optional<EncodingHints> encodingHints;

    private WriterOptions(Builder from) {
        codec = Objects.requireNonNull(from.codec, "codec");
        compressionLevel = Objects.requireNonNull(from.compressionLevel, "compressionLevel");
        pageVersion = Objects.requireNonNull(from.pageVersion, "pageVersion");
        rowGroupBytesMax = from.rowGroupBytesMax;
        pageBytesMax = Objects.requireNonNull(from.pageBytesMax, "pageBytesMax");
        pageRowsMax = Objects.requireNonNull(from.pageRowsMax, "pageRowsMax");
        encoding = Objects.requireNonNull(from.encoding, "encoding");
        dictionary = Objects.requireNonNull(from.dictionary, "dictionary");
        dictionaryBytesMax = from.dictionaryBytesMax;
        columns = Map.copyOf(from.columns);
        sortedBy = List.copyOf(from.sortedBy);
        sorting = Objects.requireNonNull(from.sorting, "sorting");
        encodingHints = Objects.requireNonNull(from.encodingHints, "encodingHints");
        if (sorting == Sorting.BY_WRITER && sortedBy.isEmpty()) {
            throw new UsageException("the writer is to sort rows, but no column is named to sort them by");
        }
        requireWithin("row group bytes", rowGroupBytesMax, 1024, 1L << 40);
        requireWithin("page bytes", pageBytesMax(), 64, 1 << 28);
        requireWithin("page rows", pageRowsMax(), 1, 1 << 28);
        requireWithin("dictionary bytes", dictionaryBytesMax, 64, 1 << 28);
    }

    /** Codec of every page. */
    public CompressionCodec codec() {
        return codec;
    }

    /**
     * One of {@link CompressionCodec#levels}. Absent, it is the usual level of the codec. Columns take a faster level
     * if it makes their first page hardly larger, or no larger where a level was asked for.
     */
    public OptionalInt compressionLevel() {
        return compressionLevel;
    }

    /** Form of the data pages. */
    public PageVersion pageVersion() {
        return pageVersion;
    }

    /** A row group is closed when its pages and buffers reach this many bytes. */
    public long rowGroupBytesMax() {
        return rowGroupBytesMax;
    }

    /**
     * A page is cut when its uncompressed values reach this many bytes: those that were asked for, or the usual number
     * of the {@link #encoding}.
     */
    public int pageBytesMax() {
        return pageBytesMax.orElse(encoding.usualPageBytes);
    }

    /** A page is cut at this many rows, which are told likewise. */
    public int pageRowsMax() {
        return pageRowsMax.orElse(encoding.usualPageRows);
    }

    /** How the encoding is chosen of columns whose options name none. */
    public EncodingChoice encoding() {
        return encoding;
    }

    /** Whether dictionaries are tried. */
    public Dictionary dictionary() {
        return dictionary;
    }

    /** A dictionary that grows beyond this is abandoned. */
    public int dictionaryBytesMax() {
        return dictionaryBytesMax;
    }

    /** Options of single columns, by their dotted paths. */
    public Map<String, ColumnOptions> columns() {
        return columns;
    }

    /** How the rows of every row group are sorted, most significant column first; the footer records it. */
    public List<SortedBy> sortedBy() {
        return sortedBy;
    }

    /** Who sorts the rows. */
    public Sorting sorting() {
        return sorting;
    }

    /** Hints that writers share, for hosts with many files; without them each file learns for itself. */
    public Optional<EncodingHints> encodingHints() {
        return encodingHints;
    }

    private List<Object> values() {
        return List.of(
                codec,
                compressionLevel,
                pageVersion,
                rowGroupBytesMax,
                pageBytesMax,
                pageRowsMax,
                encoding,
                dictionary,
                dictionaryBytesMax,
                columns,
                sortedBy,
                sorting,
                encodingHints);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WriterOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "WriterOptions" + values();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.codec = codec;
        builder.compressionLevel = compressionLevel;
        builder.pageVersion = pageVersion;
        builder.rowGroupBytesMax = rowGroupBytesMax;
        builder.pageBytesMax = pageBytesMax;
        builder.pageRowsMax = pageRowsMax;
        builder.encoding = encoding;
        builder.dictionary = dictionary;
        builder.dictionaryBytesMax = dictionaryBytesMax;
        builder.columns = new HashMap<>(columns);
        builder.sortedBy = sortedBy;
        builder.sorting = sorting;
        builder.encodingHints = encodingHints;
        return builder;
    }

    private static void requireWithin(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new UsageException(what + " is " + value + "; it must be " + least + " to " + most);
        }
    }

    /** Collects options; {@link #build} checks them. */
    public static final class Builder {
        private CompressionCodec codec = CompressionCodec.ZSTD;
        private OptionalInt compressionLevel = OptionalInt.empty();
        private PageVersion pageVersion = PageVersion.V1;
        private long rowGroupBytesMax = 128L << 20;
        private OptionalInt pageBytesMax = OptionalInt.empty();
        private OptionalInt pageRowsMax = OptionalInt.empty();
        private EncodingChoice encoding = EncodingChoice.COMPATIBLE;
        private Dictionary dictionary = Dictionary.WHERE_IT_PAYS;
        private int dictionaryBytesMax = 1 << 20;
        private Map<String, ColumnOptions> columns = new HashMap<>();
        private List<SortedBy> sortedBy = List.of();
        private Sorting sorting = Sorting.BY_CALLER;
        private Optional<EncodingHints> encodingHints = Optional.empty();

        private Builder() {}

        /** Also resets the level, which every codec defines for itself. */
        public Builder codec(CompressionCodec value) {
            codec = value;
            compressionLevel = OptionalInt.empty();
            return this;
        }

        public Builder compressionLevel(int value) {
            compressionLevel = OptionalInt.of(value);
            return this;
        }

        public Builder pageVersion(PageVersion value) {
            pageVersion = value;
            return this;
        }

        public Builder rowGroupBytesMax(long value) {
            rowGroupBytesMax = value;
            return this;
        }

        public Builder pageBytesMax(int value) {
            pageBytesMax = OptionalInt.of(value);
            return this;
        }

        public Builder pageRowsMax(int value) {
            pageRowsMax = OptionalInt.of(value);
            return this;
        }

        public Builder encoding(EncodingChoice value) {
            encoding = value;
            return this;
        }

        public Builder dictionary(Dictionary value) {
            dictionary = value;
            return this;
        }

        public Builder dictionaryBytesMax(int value) {
            dictionaryBytesMax = value;
            return this;
        }

        /** @param dottedPath names from the root's child to the leaf, joined with dots */
        public Builder column(String dottedPath, ColumnOptions value) {
            columns.put(dottedPath, value);
            return this;
        }

        /** Declares that the caller sorts the rows. */
        public Builder sortedBy(List<SortedBy> value) {
            sortedBy = value;
            sorting = Sorting.BY_CALLER;
            return this;
        }

        /** Makes the writer sort the rows of each row group. */
        public Builder sort(List<SortedBy> value) {
            sortedBy = value;
            sorting = Sorting.BY_WRITER;
            return this;
        }

        /** @param value shared by writers that one thread uses */
        public Builder encodingHints(EncodingHints value) {
            encodingHints = Optional.of(value);
            return this;
        }

        public WriterOptions build() {
            return new WriterOptions(this);
        }
    }
}

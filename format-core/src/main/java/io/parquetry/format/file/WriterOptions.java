package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a file is written; {@link #builder} starts from the defaults.
 *
 * @param codec codec of every page
 * @param compressionLevel level for codecs that have one (GZIP 1 to 9, ZSTD -7 to 22, BROTLI 0 to 11); absent for the codec's default
 * @param pageVersion form of the data pages
 * @param rowGroupBytesMax a row group is closed when its pages and buffers reach this many bytes
 * @param pageBytesMax a page is cut when its uncompressed values reach this many bytes
 * @param pageRowsMax a page is cut at this many rows
 * @param dictionary whether dictionaries are tried
 * @param dictionaryBytesMax a dictionary that grows beyond this is given up
 * @param columns what is different for single columns, by their dotted paths
 * @param sortedBy how the rows of every row group are sorted, most significant column first; it is written down in the
 *     footer
 * @param sorting who sees to it that they are
 */
public record WriterOptions(
        CompressionCodec codec,
        OptionalInt compressionLevel,
        PageVersion pageVersion,
        long rowGroupBytesMax,
        int pageBytesMax,
        int pageRowsMax,
        Dictionary dictionary,
        int dictionaryBytesMax,
        Map<String, ColumnOptions> columns,
        List<SortedBy> sortedBy,
        Sorting sorting) {
    /** ZSTD level 3, data page V1, row groups of 128 MiB, pages of 1 MiB or 20,000 rows, dictionaries up to 1 MiB. */
    public static final WriterOptions DEFAULT = new WriterOptions(
            CompressionCodec.ZSTD,
            OptionalInt.empty(),
            PageVersion.V1,
            128L << 20,
            1 << 20,
            20_000,
            Dictionary.WHERE_IT_PAYS,
            1 << 20,
            Map.of(),
            List.of(),
            Sorting.BY_CALLER);

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

    /** Who sorts the rows. */
    public enum Sorting {
        /** Rows are written as they come, and whether they are sorted as was said is not checked. */
        BY_CALLER,
        /**
         * Rows are gathered for as long as a row group takes, then sorted and written; rows that compare alike stay in
         * the order in which they came. Every page is made twice, and while a row group is sorted, one of its columns
         * is held decoded. A row group also ends when one of its columns would take as many bytes decoded as a row
         * group may have.
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

    /** Which way values go from row to row. */
    public enum Direction {
        ASCENDING,
        DESCENDING
    }

    /** Whether nulls come before or behind all values. */
    public enum Nulls {
        FIRST,
        LAST
    }

    public WriterOptions {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(compressionLevel, "compressionLevel");
        Objects.requireNonNull(pageVersion, "pageVersion");
        Objects.requireNonNull(dictionary, "dictionary");
        columns = Map.copyOf(columns);
        sortedBy = List.copyOf(sortedBy);
        Objects.requireNonNull(sorting, "sorting");
        if (sorting == Sorting.BY_WRITER && sortedBy.isEmpty()) {
            throw new UsageException("the writer is to sort rows, but no column is named to sort them by");
        }
        requireWithin("row group bytes", rowGroupBytesMax, 1024, 1L << 40);
        requireWithin("page bytes", pageBytesMax, 64, 1 << 28);
        requireWithin("page rows", pageRowsMax, 1, 1 << 28);
        requireWithin("dictionary bytes", dictionaryBytesMax, 64, 1 << 28);
    }

    private static void requireWithin(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new UsageException(what + " is " + value + "; it must be " + least + " to " + most);
        }
    }

    public static Builder builder() {
        return new Builder(DEFAULT);
    }

    /** These options, to be changed here and there. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Gathers options; {@link #build} checks them. */
    public static final class Builder {
        private CompressionCodec codec;
        private OptionalInt compressionLevel;
        private PageVersion pageVersion;
        private long rowGroupBytesMax;
        private int pageBytesMax;
        private int pageRowsMax;
        private Dictionary dictionary;
        private int dictionaryBytesMax;
        private final Map<String, ColumnOptions> columns;
        private List<SortedBy> sortedBy;
        private Sorting sorting;

        private Builder(WriterOptions from) {
            codec = from.codec;
            compressionLevel = from.compressionLevel;
            pageVersion = from.pageVersion;
            rowGroupBytesMax = from.rowGroupBytesMax;
            pageBytesMax = from.pageBytesMax;
            pageRowsMax = from.pageRowsMax;
            dictionary = from.dictionary;
            dictionaryBytesMax = from.dictionaryBytesMax;
            columns = new HashMap<>(from.columns);
            sortedBy = from.sortedBy;
            sorting = from.sorting;
        }

        /** Also forgets the level, which means something else to every codec. */
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
            pageBytesMax = value;
            return this;
        }

        public Builder pageRowsMax(int value) {
            pageRowsMax = value;
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

        /** Says that rows come sorted. */
        public Builder sortedBy(List<SortedBy> value) {
            sortedBy = value;
            sorting = Sorting.BY_CALLER;
            return this;
        }

        /** Has the rows of each row group sorted. */
        public Builder sort(List<SortedBy> value) {
            sortedBy = value;
            sorting = Sorting.BY_WRITER;
            return this;
        }

        public WriterOptions build() {
            return new WriterOptions(
                    codec,
                    compressionLevel,
                    pageVersion,
                    rowGroupBytesMax,
                    pageBytesMax,
                    pageRowsMax,
                    dictionary,
                    dictionaryBytesMax,
                    columns,
                    sortedBy,
                    sorting);
        }
    }
}

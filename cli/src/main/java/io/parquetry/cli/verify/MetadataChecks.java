package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Checks the metadata of a column chunk or a page against its values. Each method throws a {@link CorruptFileException}
 * with both numbers where they differ.
 */
final class MetadataChecks {
    private MetadataChecks() {}

    /** Checks counts, and bounds if the column has a known order; the deprecated bounds are not checked. */
    static void statistics(Statistics stated, ActualStatistics actual, boolean ordered, String whose, Place place) {
        nulls(stated.nulls(), actual, whose + " nulls", place);
        distinct(stated.distinct(), actual, whose, place);
        values(stated, actual, ordered, whose, place);
    }

    /**
     * The same of a chunk, except where it is {@link #overcounted}.
     *
     * @param dictionaryValues of the chunk, which may be stated as its distinct values
     */
    static void ofChunk(
            Statistics stated, ActualStatistics actual, boolean ordered, long dictionaryValues, Place place) {
        if (overcounted(stated, actual).isEmpty()) {
            nulls(stated.nulls(), actual, "statistics: nulls", place);
        }
        if (stated.distinct().orElse(0) != dictionaryValues) {
            distinct(stated.distinct(), actual, "statistics:", place);
        }
        values(stated, actual, ordered, "statistics:", place);
    }

    private static void distinct(OptionalLong stated, ActualStatistics actual, String whose, Place place) {
        if (stated.isPresent() && stated.getAsLong() > actual.values) {
            throw new CorruptFileException(
                    place,
                    whose + " distinct values: " + NumberText.grouped(stated.getAsLong()) + " are claimed, but there"
                            + " are " + NumberText.counted(actual.values, "value"));
        }
    }

    private static void values(Statistics stated, ActualStatistics actual, boolean ordered, String whose, Place place) {
        if (actual.comparison().filter(ValueComparison::floating).isPresent()) {
            count(stated.nans(), actual.nans, whose + " NaN values", place);
        }
        if (ordered && actual.least != null) {
            stated.min().ifPresent(bound -> lower(bound.value(), bound.exact(), actual, whose, place));
            stated.max().ifPresent(bound -> upper(bound.value(), bound.exact(), actual, whose, place));
        }
    }

    /**
     * Checks the counts in the header of a page of version 2. Readers that go by the levels read the page all the same;
     * one that goes by the counts does not. A number of nulls below 0 is in {@link #uncounted}.
     */
    static void pageCounts(PageHeader.Content header, ActualStatistics actual, Place place) {
        if (header instanceof PageHeader.DataV2 page) {
            requireCount("rows", page.rows(), actual.rows(), place);
            if (page.nulls() >= 0 && !isOfElements(page.nulls(), actual)) {
                requireCount("nulls", page.nulls(), actual.nulls(), place);
            }
        }
    }

    private static void requireCount(String what, long stated, long actual, Place place) {
        if (stated != actual) {
            throw new CorruptFileException(
                    place,
                    "the page header says " + NumberText.grouped(stated) + " " + what + ", the page has "
                            + NumberText.grouped(actual));
        }
    }

    /** A deviation in the number of nulls of pages: parquet-java 1.17 writes -1 where it keeps no statistics. */
    static Optional<String> uncounted(List<Page> pages) {
        long count = pages.stream()
                .filter(page -> page.header().content() instanceof PageHeader.DataV2 v2 && v2.nulls() < 0)
                .count();
        return count == 0
                ? Optional.empty()
                : Optional.of("the number of nulls is below 0 in the header of " + NumberText.counted(count, "page"));
    }

    /** A deviation in the headers of pages, by the bytes that they state in addition to those of their pages. */
    static Optional<String> oversized(long excess) {
        return excess == 0
                ? Optional.empty()
                : Optional.of("page headers state " + NumberText.counted(excess, "byte")
                        + " more than the pages have; levels and values are complete");
    }

    /** A deviation in the headers of pages of version 2: parquet-cpp compresses pages and says that it did not. */
    static Optional<String> compressedAnyway(List<Page> pages, ColumnChunkMetadata chunk) {
        long count = pages.stream()
                .map(Page::header)
                .filter(header -> header.content() instanceof PageHeader.DataV2 v2
                        && !v2.compressed()
                        && header.compressedBytes() != header.uncompressedBytes()
                        && chunk.codec() != CompressionCodec.UNCOMPRESSED)
                .count();
        return count == 0
                ? Optional.empty()
                : Optional.of("the header of " + NumberText.counted(count, "page")
                        + " says that it is not compressed, but states two sizes");
    }

    /** A deviation in the dictionary indexes of pages: hardwood wrote no run where they have 0 bits. */
    static Optional<String> withoutRuns(long pages) {
        return pages == 0
                ? Optional.empty()
                : Optional.of(NumberText.counted(pages, "page")
                        + " with dictionary indexes of 0 bits and without a run, which other readers refuse");
    }

    /** A deviation in the pages of a chunk, by the number of those that are neither of data nor of a dictionary. */
    static Optional<String> skipped(long pages) {
        return pages == 0
                ? Optional.empty()
                : Optional.of(NumberText.counted(pages, "page") + " without values, which readers skip");
    }

    /** A deviation in the nulls of a chunk: DuckDB counts a group that is null in a list twice. */
    static Optional<String> overcounted(Statistics stated, ActualStatistics actual) {
        return stated.nulls().isPresent()
                        && actual.leaf().maxRepetitionLevel() > 0
                        && stated.nulls().getAsLong() > actual.nulls()
                ? Optional.of("the statistics count "
                        + NumberText.grouped(stated.nulls().getAsLong()) + " nulls, the lists have "
                        + NumberText.grouped(actual.nulls()))
                : Optional.empty();
    }

    /**
     * A deviation in the bytes of byte arrays, by the size statistics of a chunk or the offset index of its pages:
     * Arrow C++ counts them too low with DELTA_BYTE_ARRAY. They are a hint for the memory that readers need.
     */
    static Optional<String> missized(String whose, OptionalLong stated, ActualStatistics actual) {
        return stated.isPresent()
                        && actual.leaf().type().physicalType() == PhysicalType.BYTE_ARRAY
                        && stated.getAsLong() != actual.binaryBytes
                ? Optional.of(whose + NumberText.counted(stated.getAsLong(), "byte") + " of values, there are "
                        + NumberText.grouped(actual.binaryBytes))
                : Optional.empty();
    }

    static void levels(SizeStatistics stated, ActualStatistics actual, Place place) {
        histogram(stated.repetitionLevels(), actual.repetitionLevels, "size statistics: repetition level", place);
        histogram(stated.definitionLevels(), actual.definitionLevels, "size statistics: definition level", place);
    }

    /** Checks one page of a column index; {@code ordinal} is the index of the page in all lists. */
    static void indexed(ColumnIndex stated, int ordinal, ActualStatistics actual, boolean ordered, Place place) {
        boolean onlyNulls = stated.nullPages().get(ordinal);
        if (actual.entries > 0 && isCounted(stated.nulls(), ordinal) && onlyNulls != (actual.values == 0)) {
            throw new CorruptFileException(
                    place,
                    "the column index says that the page has " + (onlyNulls ? "only nulls" : "values") + ", but it has "
                            + NumberText.counted(actual.values, "value"));
        }
        if (!stated.nulls().isEmpty()) {
            nulls(OptionalLong.of(stated.nulls().get(ordinal)), actual, "column index: nulls", place);
        }
        if (!stated.nans().isEmpty()
                && actual.comparison().filter(ValueComparison::floating).isPresent()) {
            count(OptionalLong.of(stated.nans().get(ordinal)), actual.nans, "column index: NaN values", place);
        }
        histogram(
                page(stated.repetitionLevels(), stated.nullPages().size(), ordinal),
                actual.repetitionLevels,
                "column index: repetition level",
                place);
        histogram(
                page(stated.definitionLevels(), stated.nullPages().size(), ordinal),
                actual.definitionLevels,
                "column index: definition level",
                place);
        if (ordered && !onlyNulls && actual.least != null) {
            lower(stated.mins().get(ordinal), Optional.empty(), actual, "column index:", place);
            upper(stated.maxs().get(ordinal), Optional.empty(), actual, "column index:", place);
        }
    }

    /** A writer that has not counted the nulls of a page does not know whether the page has values. */
    private static boolean isCounted(List<Long> nulls, int page) {
        return page >= nulls.size() || nulls.get(page) >= 0;
    }

    private static List<Long> page(List<Long> histograms, int pages, int ordinal) {
        int levels = histograms.size() / pages;
        return histograms.subList(ordinal * levels, (ordinal + 1) * levels);
    }

    /**
     * Checks that bounds ascend or descend as the index states; pages of nulls have no bounds.
     *
     * @param of a page of the column
     */
    static void boundaryOrder(ColumnIndex stated, ActualStatistics of, Place place) {
        PrimitiveType type = of.leaf().type();
        ValueComparison order = of.comparison().orElseThrow();
        int wanted = switch (stated.boundaryOrder()) {
            case UNORDERED -> 0;
            case ASCENDING -> 1;
            case DESCENDING -> -1;
        };
        int previous = -1;
        for (int page = 0; page < stated.nullPages().size(); page++) {
            if (stated.nullPages().get(page)) {
                continue;
            }
            if (previous >= 0 && wanted != 0) {
                boolean kept = follows(
                                stated.mins().get(previous), stated.mins().get(page), wanted, type, order)
                        && follows(stated.maxs().get(previous), stated.maxs().get(page), wanted, type, order);
                if (!kept) {
                    throw new CorruptFileException(
                            place.page(page),
                            "the column index says that bounds are " + stated.boundaryOrder()
                                    + ", but those of this page do not follow those of page " + previous);
                }
            }
            previous = page;
        }
    }

    private static boolean follows(byte[] before, byte[] after, int wanted, PrimitiveType type, ValueComparison order) {
        Optional<Object> left = usable(before, type, order);
        Optional<Object> right = usable(after, type, order);
        return left.isEmpty() || right.isEmpty() || order.compare(right.get(), left.get()) * wanted >= 0;
    }

    /** A bound that can be compared: it has the right width and is not NaN, which readers must ignore. */
    private static Optional<Object> usable(byte[] bound, PrimitiveType type, ValueComparison order) {
        return ColumnText.physicalValue(type, bound).filter(order::accepts).filter(value -> !order.isNan(value));
    }

    private static void lower(
            byte[] bound, Optional<Boolean> exact, ActualStatistics actual, String whose, Place place) {
        bound(bound, exact, actual.least, 1, actual, whose + " lower bound", place);
    }

    private static void upper(
            byte[] bound, Optional<Boolean> exact, ActualStatistics actual, String whose, Place place) {
        bound(bound, exact, actual.greatest, -1, actual, whose + " upper bound", place);
    }

    /** @param side 1 where the value must not be below the bound, -1 where it must not be above */
    private static void bound(
            byte[] bound,
            Optional<Boolean> exact,
            Object value,
            int side,
            ActualStatistics actual,
            String what,
            Place place) {
        PrimitiveType type = actual.leaf().type();
        ValueComparison order = actual.comparison().orElseThrow();
        Object stated = ColumnText.physicalValue(type, bound)
                .filter(order::accepts)
                .orElseThrow(() -> new CorruptFileException(
                        place,
                        what + " has " + NumberText.counted(bound.length, "byte") + ", which is no value of "
                                + ColumnText.type(type)));
        if (order.isNan(stated)) {
            return;
        }
        int distance = order.compare(value, stated) * side;
        if (distance < 0 || distance > 0 && exact.orElse(false)) {
            throw new CorruptFileException(
                    place,
                    what + " is " + ColumnText.bound(type, bound)
                            + (exact.orElse(false) ? ", said to be exact" : "") + ", but there is a value "
                            + ColumnText.value(type, value) + (distance > 0 ? " and none closer" : ""));
        }
    }

    private static void nulls(OptionalLong stated, ActualStatistics actual, String what, Place place) {
        if (stated.isEmpty() || !isOfElements(stated.getAsLong(), actual)) {
            count(stated, actual.nulls(), what, place);
        }
    }

    /**
     * Whether so many nulls may be those of a repeated column. Most writers count empty lists and null lists as nulls.
     * The format does not define it, and some writers count only the null elements.
     */
    private static boolean isOfElements(long stated, ActualStatistics actual) {
        return actual.leaf().maxRepetitionLevel() > 0 && stated >= actual.nullElements() && stated < actual.nulls();
    }

    /** A count below 0 means that the writer has not counted. */
    private static void count(OptionalLong stated, long actual, String what, Place place) {
        if (stated.isPresent() && stated.getAsLong() >= 0 && stated.getAsLong() != actual) {
            throw new CorruptFileException(
                    place,
                    what + ": " + NumberText.grouped(stated.getAsLong()) + " are claimed, but there are "
                            + NumberText.grouped(actual));
        }
    }

    private static void histogram(List<Long> stated, long[] actual, String what, Place place) {
        if (stated.isEmpty()) {
            return;
        }
        if (stated.size() != actual.length) {
            throw new CorruptFileException(
                    place,
                    what + " histogram has " + NumberText.counted(stated.size(), "level") + ", the column "
                            + actual.length);
        }
        for (int level = 0; level < actual.length; level++) {
            count(OptionalLong.of(stated.get(level)), actual[level], what + " " + level, place);
        }
    }
}

package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Holds what a file claims against what its pages turned out to hold. Each method throws a {@link CorruptFileException}
 * with both figures where they differ.
 */
final class MetadataChecks {
    private MetadataChecks() {}

    /** Counts, and bounds unless the column's order makes them meaningless; the deprecated bounds are not looked at. */
    static void statistics(Statistics said, ActualStatistics found, boolean ordered, String whose, Place place) {
        nulls(said.nulls(), found, whose + " nulls", place);
        if (found.comparison().filter(ValueComparison::floating).isPresent()) {
            count(said.nans(), found.nans, whose + " NaN values", place);
        }
        if (said.distinct().isPresent() && said.distinct().getAsLong() > found.values) {
            throw new CorruptFileException(
                    place,
                    whose + " distinct values: "
                            + NumberText.grouped(said.distinct().getAsLong()) + " are claimed, but" + " there are "
                            + NumberText.counted(found.values, "value"));
        }
        if (ordered && found.least != null) {
            said.min().ifPresent(bound -> lower(bound.value(), bound.exact(), found, whose, place));
            said.max().ifPresent(bound -> upper(bound.value(), bound.exact(), found, whose, place));
        }
    }

    static void sizes(SizeStatistics said, ActualStatistics found, Place place) {
        if (found.leaf().type().physicalType() == PhysicalType.BYTE_ARRAY) {
            count(said.unencodedBytes(), found.binaryBytes, "size statistics: bytes of values", place);
        }
        histogram(said.repetitionLevels(), found.repetitionLevels, "size statistics: repetition level", place);
        histogram(said.definitionLevels(), found.definitionLevels, "size statistics: definition level", place);
    }

    static void unencodedBytes(long said, ActualStatistics found, Place place) {
        if (found.leaf().type().physicalType() == PhysicalType.BYTE_ARRAY) {
            count(OptionalLong.of(said), found.binaryBytes, "offset index: bytes of values", place);
        }
    }

    /** One page of a column index; {@code ordinal} is within all its lists. */
    static void indexed(ColumnIndex said, int ordinal, ActualStatistics found, boolean ordered, Place place) {
        boolean onlyNulls = said.nullPages().get(ordinal);
        if (found.entries > 0 && isCounted(said.nulls(), ordinal) && onlyNulls != (found.values == 0)) {
            throw new CorruptFileException(
                    place,
                    "the column index says that the page has " + (onlyNulls ? "only nulls" : "values") + ", but it has "
                            + NumberText.counted(found.values, "value"));
        }
        if (!said.nulls().isEmpty()) {
            nulls(OptionalLong.of(said.nulls().get(ordinal)), found, "column index: nulls", place);
        }
        if (!said.nans().isEmpty()
                && found.comparison().filter(ValueComparison::floating).isPresent()) {
            count(OptionalLong.of(said.nans().get(ordinal)), found.nans, "column index: NaN values", place);
        }
        histogram(
                page(said.repetitionLevels(), said.nullPages().size(), ordinal),
                found.repetitionLevels,
                "column index: repetition level",
                place);
        histogram(
                page(said.definitionLevels(), said.nullPages().size(), ordinal),
                found.definitionLevels,
                "column index: definition level",
                place);
        if (ordered && !onlyNulls && found.least != null) {
            lower(said.mins().get(ordinal), Optional.empty(), found, "column index:", place);
            upper(said.maxs().get(ordinal), Optional.empty(), found, "column index:", place);
        }
    }

    /** A writer that has not counted the nulls of a page does not know whether there is anything else in it. */
    private static boolean isCounted(List<Long> nulls, int page) {
        return page >= nulls.size() || nulls.get(page) >= 0;
    }

    private static List<Long> page(List<Long> histograms, int pages, int ordinal) {
        int levels = histograms.size() / pages;
        return histograms.subList(ordinal * levels, (ordinal + 1) * levels);
    }

    /**
     * That bounds rise or fall as the index says; pages of nothing but nulls have none.
     *
     * @param of a page of the column
     */
    static void boundaryOrder(ColumnIndex said, ActualStatistics of, Place place) {
        PrimitiveType type = of.leaf().type();
        ValueComparison order = of.comparison().orElseThrow();
        int wanted = switch (said.boundaryOrder()) {
            case UNORDERED -> 0;
            case ASCENDING -> 1;
            case DESCENDING -> -1;
        };
        int previous = -1;
        for (int page = 0; page < said.nullPages().size(); page++) {
            if (said.nullPages().get(page)) {
                continue;
            }
            if (previous >= 0 && wanted != 0) {
                boolean kept = follows(said.mins().get(previous), said.mins().get(page), wanted, type, order)
                        && follows(said.maxs().get(previous), said.maxs().get(page), wanted, type, order);
                if (!kept) {
                    throw new CorruptFileException(
                            place.page(page),
                            "the column index says that bounds are " + said.boundaryOrder()
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

    /** A bound that compares with values: of the right width, and not NaN, which readers must overlook. */
    private static Optional<Object> usable(byte[] bound, PrimitiveType type, ValueComparison order) {
        return ColumnText.physicalValue(type, bound).filter(order::takes).filter(value -> !order.isNan(value));
    }

    private static void lower(
            byte[] bound, Optional<Boolean> exact, ActualStatistics found, String whose, Place place) {
        bound(bound, exact, found.least, 1, found, whose + " lower bound", place);
    }

    private static void upper(
            byte[] bound, Optional<Boolean> exact, ActualStatistics found, String whose, Place place) {
        bound(bound, exact, found.greatest, -1, found, whose + " upper bound", place);
    }

    /** @param side 1 where the value must not be below the bound, -1 where it must not be above */
    private static void bound(
            byte[] bound,
            Optional<Boolean> exact,
            Object value,
            int side,
            ActualStatistics found,
            String what,
            Place place) {
        PrimitiveType type = found.leaf().type();
        ValueComparison order = found.comparison().orElseThrow();
        Object said = ColumnText.physicalValue(type, bound)
                .filter(order::takes)
                .orElseThrow(() -> new CorruptFileException(
                        place,
                        what + " has " + NumberText.counted(bound.length, "byte") + ", which is no value of "
                                + ColumnText.type(type)));
        if (order.isNan(said)) {
            return;
        }
        int distance = order.compare(value, said) * side;
        if (distance < 0 || distance > 0 && exact.orElse(false)) {
            throw new CorruptFileException(
                    place,
                    what + " is " + ColumnText.bound(type, bound)
                            + (exact.orElse(false) ? ", said to be exact" : "") + ", but there is a value "
                            + ColumnText.value(type, value) + (distance > 0 ? " and none closer" : ""));
        }
    }

    /**
     * Of a repeated column, empty lists and lists that are null count as nulls for most writers, but the format does not
     * say so, and some count the elements that are null alone.
     */
    private static void nulls(OptionalLong said, ActualStatistics found, String what, Place place) {
        boolean elementsAlone = found.leaf().maxRepetitionLevel() > 0
                && said.isPresent()
                && said.getAsLong() >= found.nullElements()
                && said.getAsLong() < found.nulls();
        if (!elementsAlone) {
            count(said, found.nulls(), what, place);
        }
    }

    /** A count below 0 is one that the writer has not made. */
    private static void count(OptionalLong said, long found, String what, Place place) {
        if (said.isPresent() && said.getAsLong() >= 0 && said.getAsLong() != found) {
            throw new CorruptFileException(
                    place,
                    what + ": " + NumberText.grouped(said.getAsLong()) + " are claimed, but there are "
                            + NumberText.grouped(found));
        }
    }

    private static void histogram(List<Long> said, long[] found, String what, Place place) {
        if (said.isEmpty()) {
            return;
        }
        if (said.size() != found.length) {
            throw new CorruptFileException(
                    place,
                    what + " histogram has " + NumberText.counted(said.size(), "level") + ", the column "
                            + found.length);
        }
        for (int level = 0; level < found.length; level++) {
            count(OptionalLong.of(said.get(level)), found[level], what + " " + level, place);
        }
    }
}

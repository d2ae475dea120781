package io.parquetry.cli.verify;

import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Repetition;
import java.util.Optional;

/**
 * The statistics of a page or a chunk, computed from its values: counts, level histograms, least and greatest value.
 */
final class ActualStatistics {
    private final LeafColumn leaf;
    private final Optional<ValueComparison> comparison;
    final long[] repetitionLevels;
    final long[] definitionLevels;
    long entries;
    long values;
    long nans;
    long binaryBytes;

    /** Null where no value counts for bounds. */
    Object least;

    Object greatest;

    /** @param comparison absent where the column's values have no order */
    ActualStatistics(LeafColumn leaf, Optional<ValueComparison> comparison) {
        this.leaf = leaf;
        this.comparison = comparison;
        repetitionLevels = new long[leaf.maxRepetitionLevel() + 1];
        definitionLevels = new long[leaf.maxDefinitionLevel() + 1];
    }

    /** @param value null where the definition level is below the highest */
    void add(int repetitionLevel, int definitionLevel, Object value) {
        entries++;
        repetitionLevels[repetitionLevel]++;
        definitionLevels[definitionLevel]++;
        if (value == null) {
            return;
        }
        values++;
        if (value instanceof byte[] bytes) {
            binaryBytes += bytes.length;
        }
        comparison.ifPresent(order -> {
            if (order.isNan(value)) {
                nans++;
            } else {
                include(order, value);
            }
        });
    }

    void add(ActualStatistics page) {
        entries += page.entries;
        values += page.values;
        nans += page.nans;
        binaryBytes += page.binaryBytes;
        for (int level = 0; level < repetitionLevels.length; level++) {
            repetitionLevels[level] += page.repetitionLevels[level];
        }
        for (int level = 0; level < definitionLevels.length; level++) {
            definitionLevels[level] += page.definitionLevels[level];
        }
        if (page.least != null) {
            include(comparison.orElseThrow(), page.least);
            include(comparison.orElseThrow(), page.greatest);
        }
    }

    private void include(ValueComparison order, Object value) {
        if (least == null || order.compare(value, least) < 0) {
            least = value;
        }
        if (greatest == null || order.compare(value, greatest) > 0) {
            greatest = value;
        }
    }

    LeafColumn leaf() {
        return leaf;
    }

    Optional<ValueComparison> comparison() {
        return comparison;
    }

    /** Rows that begin in the page or chunk. */
    long rows() {
        return repetitionLevels[0];
    }

    long nulls() {
        return entries - values;
    }

    /** Entries in which only the value itself is null; 0 where the value is never optional. */
    long nullElements() {
        return leaf.type().repetition() == Repetition.OPTIONAL ? definitionLevels[definitionLevels.length - 2] : 0;
    }
}

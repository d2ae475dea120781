package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.BloomFilter;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.util.Optional;
import java.util.OptionalLong;

/** The checks of a chunk that need every value: bloom filter, distinct count and geospatial statistics. */
final class ValueChecks {
    private final LeafColumn leaf;
    private final Optional<BloomFilter> filter;
    private final OptionalLong distinctStated;
    private final DistinctCounter distinct;
    private final Optional<GeospatialCheck> geospatial;

    ValueChecks(
            LeafColumn leaf,
            ColumnChunkMetadata chunk,
            Optional<ValueComparison> comparison,
            Optional<BloomFilter> filter) {
        this.leaf = leaf;
        this.filter = filter;
        this.distinctStated = chunk.statistics().map(Statistics::distinct).orElse(OptionalLong.empty());
        this.distinct = new DistinctCounter(comparison);
        this.geospatial = GeospatialCheck.of(leaf.type(), chunk.geospatialStatistics());
    }

    /** @param place of the value's page */
    void value(Object value, Place place) {
        if (filter.isPresent() && !filter.get().mightContain(value)) {
            throw new CorruptFileException(
                    place,
                    "the bloom filter says that there is no " + ColumnText.value(leaf.type(), value)
                            + ", but there is");
        }
        if (distinctStated.isPresent()) {
            distinct.add(value);
        }
        if (geospatial.isPresent()) {
            geospatial.get().value((byte[]) value, place);
        }
    }

    /** Ends the checks after the last value. */
    void finish(Place place) {
        if (distinctStated.isPresent() && !distinct.allows(distinctStated.getAsLong())) {
            throw new CorruptFileException(
                    place,
                    "statistics: distinct values: " + NumberText.grouped(distinctStated.getAsLong())
                            + " are claimed, but there are " + NumberText.grouped(distinct.count()));
        }
    }
}

package io.parquetry.format.metadata;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Extent and kinds of the geometries of a chunk ({@code GeospatialStatistics} in parquet.thrift).
 *
 * @param types WKB type codes that occur; empty when not given
 */
public record GeospatialStatistics(Optional<BoundingBox> box, List<Integer> types) {
    public GeospatialStatistics {
        Objects.requireNonNull(box, "box");
        types = List.copyOf(types);
    }

    /** Extents; {@code xMin} may exceed {@code xMax} where the box crosses the antimeridian. */
    public record BoundingBox(
            double xMin,
            double xMax,
            double yMin,
            double yMax,
            OptionalDouble zMin,
            OptionalDouble zMax,
            OptionalDouble mMin,
            OptionalDouble mMax) {}
}

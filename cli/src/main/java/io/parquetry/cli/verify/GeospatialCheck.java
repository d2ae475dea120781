package io.parquetry.cli.verify;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.GeospatialStatistics.BoundingBox;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holds each geometry of a chunk against the extent and the kinds that its footer gives (Geospatial.md of the format). The
 * points of a geometry must lie within the box; where the edges between them run is not looked at. Bytes that are no
 * well-known binary are not judged: they are not what these statistics speak of.
 */
final class GeospatialCheck {
    private static final int ROUNDING_ULPS = 8;

    private final GeospatialStatistics said;

    private GeospatialCheck(GeospatialStatistics said) {
        this.said = said;
    }

    /** The check of a column that has geometries and statistics of them. */
    static Optional<GeospatialCheck> of(PrimitiveType type, Optional<GeospatialStatistics> said) {
        boolean geometries = type.logicalType()
                .filter(meaning -> meaning instanceof LogicalType.Geometry || meaning instanceof LogicalType.Geography)
                .isPresent();
        return said.filter(statistics -> geometries).map(GeospatialCheck::new);
    }

    void value(byte[] geometry, Place place) {
        WkbReader.read(geometry, new WkbReader.Visitor() {
            @Override
            public void type(int code) {
                if (!said.types().isEmpty() && !said.types().contains(code)) {
                    throw new CorruptFileException(
                            place,
                            "the geospatial statistics name the types " + said.types() + ", but there is a geometry"
                                    + " of type " + code);
                }
            }

            @Override
            public void point(double x, double y, double z, double m) {
                said.box().ifPresent(box -> requireWithin(box, x, y, z, m, place));
            }
        });
    }

    private static void requireWithin(BoundingBox box, double x, double y, double z, double m, Place place) {
        // Across the antimeridian the box is what lies outside of xMax to xMin.
        boolean wraps = box.xMin() > box.xMax();
        boolean within = Double.isNaN(x)
                || (wraps ? x >= below(box.xMin()) || x <= above(box.xMax()) : lies(x, box.xMin(), box.xMax()));
        require(within, "x", x, box.xMin(), box.xMax(), place);
        require(lies(y, box.yMin(), box.yMax()), "y", y, box.yMin(), box.yMax(), place);
        requireWithin("z", z, box.zMin(), box.zMax(), place);
        requireWithin("m", m, box.mMin(), box.mMax(), place);
    }

    private static void requireWithin(String axis, double value, OptionalDouble min, OptionalDouble max, Place place) {
        if (min.isPresent() && max.isPresent()) {
            require(
                    lies(value, min.getAsDouble(), max.getAsDouble()),
                    axis,
                    value,
                    min.getAsDouble(),
                    max.getAsDouble(),
                    place);
        }
    }

    /** A coordinate that is NaN is not there, and a bound that is NaN says nothing. */
    private static boolean lies(double value, double min, double max) {
        return !(value < below(min) || value > above(max));
    }

    /** Some writers find the box of a geography on a sphere and lose the last bits on the way. */
    private static double below(double bound) {
        return bound - ROUNDING_ULPS * Math.ulp(bound);
    }

    private static double above(double bound) {
        return bound + ROUNDING_ULPS * Math.ulp(bound);
    }

    private static void require(boolean within, String axis, double value, double min, double max, Place place) {
        if (!within) {
            throw new CorruptFileException(
                    place,
                    "the bounding box goes from " + min + " to " + max + " along " + axis + ", but there is a point at "
                            + value);
        }
    }
}

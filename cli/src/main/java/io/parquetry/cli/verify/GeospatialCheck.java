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
 * Checks each geometry of a chunk against the bounding box and the types in the footer (Geospatial.md of the format).
 * The points of a geometry must be inside the box; edges between points are not checked. Bytes that are no well-known
 * binary are skipped, because these statistics do not cover them.
 */
final class GeospatialCheck {
    private static final int ROUNDING_ULPS = 8;

    private final GeospatialStatistics stated;

    private GeospatialCheck(GeospatialStatistics stated) {
        this.stated = stated;
    }

    /** The check of a column that has geometries and statistics of them. */
    static Optional<GeospatialCheck> of(PrimitiveType type, Optional<GeospatialStatistics> stated) {
        boolean geometries = type.logicalType()
                .filter(meaning -> meaning instanceof LogicalType.Geometry || meaning instanceof LogicalType.Geography)
                .isPresent();
        return stated.filter(statistics -> geometries).map(GeospatialCheck::new);
    }

    void value(byte[] geometry, Place place) {
        WkbReader.read(geometry, new WkbReader.Visitor() {
            @Override
            public void type(int code) {
                if (!stated.types().isEmpty() && !stated.types().contains(code)) {
                    throw new CorruptFileException(
                            place,
                            "the geospatial statistics name the types " + stated.types() + ", but there is a geometry"
                                    + " of type " + code);
                }
            }

            @Override
            public void point(double x, double y, double z, double m) {
                stated.box().ifPresent(box -> requireWithin(box, x, y, z, m, place));
            }
        });
    }

    private static void requireWithin(BoundingBox box, double x, double y, double z, double m, Place place) {
        // A box across the antimeridian is everything outside of xMax to xMin.
        boolean wraps = box.xMin() > box.xMax();
        boolean within = Double.isNaN(x)
                || (wraps ? x >= below(box.xMin()) || x <= above(box.xMax()) : isBetween(x, box.xMin(), box.xMax()));
        require(within, "x", x, box.xMin(), box.xMax(), place);
        require(isBetween(y, box.yMin(), box.yMax()), "y", y, box.yMin(), box.yMax(), place);
        requireWithin("z", z, box.zMin(), box.zMax(), place);
        requireWithin("m", m, box.mMin(), box.mMax(), place);
    }

    private static void requireWithin(String axis, double value, OptionalDouble min, OptionalDouble max, Place place) {
        if (min.isPresent() && max.isPresent()) {
            require(
                    isBetween(value, min.getAsDouble(), max.getAsDouble()),
                    axis,
                    value,
                    min.getAsDouble(),
                    max.getAsDouble(),
                    place);
        }
    }

    /** A NaN coordinate is absent, and a NaN bound does not limit. */
    private static boolean isBetween(double value, double min, double max) {
        return !(value < below(min) || value > above(max));
    }

    /** Some writers compute the box of a geography on a sphere and lose the last bits. */
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

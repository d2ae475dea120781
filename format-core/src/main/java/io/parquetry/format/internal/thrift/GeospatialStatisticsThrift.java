package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.GeospatialStatistics.BoundingBox;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code GeospatialStatistics} and the {@code BoundingBox} in it. */
final class GeospatialStatisticsThrift {
    private static final long BOX_REQUIRED = CompactReader.fields(1, 2, 3, 4);

    private GeospatialStatisticsThrift() {}

    /** Reads the struct in the current field. */
    static GeospatialStatistics read(CompactReader in) {
        Optional<BoundingBox> box = Optional.empty();
        List<Integer> types = List.of();
        in.fieldStruct("GeospatialStatistics");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> box = Optional.of(readBox(in));
                case 2 -> types = in.fieldI32s();
                default -> in.skip();
            }
        }
        return new GeospatialStatistics(box, types);
    }

    private static BoundingBox readBox(CompactReader in) {
        double[] required = new double[4];
        OptionalDouble zMin = OptionalDouble.empty();
        OptionalDouble zMax = OptionalDouble.empty();
        OptionalDouble mMin = OptionalDouble.empty();
        OptionalDouble mMax = OptionalDouble.empty();
        in.fieldStruct("BoundingBox");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1, 2, 3, 4 -> required[in.fieldId() - 1] = in.fieldDouble();
                case 5 -> zMin = OptionalDouble.of(in.fieldDouble());
                case 6 -> zMax = OptionalDouble.of(in.fieldDouble());
                case 7 -> mMin = OptionalDouble.of(in.fieldDouble());
                case 8 -> mMax = OptionalDouble.of(in.fieldDouble());
                default -> in.skip();
            }
        }
        in.require("BoundingBox", BOX_REQUIRED);
        return new BoundingBox(required[0], required[1], required[2], required[3], zMin, zMax, mMin, mMax);
    }

    static void write(int fieldId, GeospatialStatistics statistics, CompactWriter out) {
        out.beginStruct(fieldId);
        statistics.box().ifPresent(box -> writeBox(box, out));
        if (!statistics.types().isEmpty()) {
            out.i32s(2, statistics.types());
        }
        out.endStruct();
    }

    private static void writeBox(BoundingBox box, CompactWriter out) {
        out.beginStruct(1);
        out.real(1, box.xMin());
        out.real(2, box.xMax());
        out.real(3, box.yMin());
        out.real(4, box.yMax());
        box.zMin().ifPresent(value -> out.real(5, value));
        box.zMax().ifPresent(value -> out.real(6, value));
        box.mMin().ifPresent(value -> out.real(7, value));
        box.mMax().ifPresent(value -> out.real(8, value));
        out.endStruct();
    }
}

package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code Statistics} of a chunk or a page. */
final class StatisticsThrift {
    private StatisticsThrift() {}

    /** Reads the struct in the current field. */
    static Statistics read(CompactReader in) {
        byte[] min = null;
        byte[] max = null;
        OptionalLong nulls = OptionalLong.empty();
        OptionalLong distinct = OptionalLong.empty();
        OptionalLong nans = OptionalLong.empty();
        byte[] legacyMin = null;
        byte[] legacyMax = null;
        Optional<Boolean> minExact = Optional.empty();
        Optional<Boolean> maxExact = Optional.empty();
        in.fieldStruct("Statistics");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> legacyMax = in.fieldBinary();
                case 2 -> legacyMin = in.fieldBinary();
                case 3 -> nulls = OptionalLong.of(in.fieldI64());
                case 4 -> distinct = OptionalLong.of(in.fieldI64());
                case 5 -> max = in.fieldBinary();
                case 6 -> min = in.fieldBinary();
                case 7 -> maxExact = Optional.of(in.fieldBool());
                case 8 -> minExact = Optional.of(in.fieldBool());
                case 9 -> nans = OptionalLong.of(in.fieldI64());
                default -> in.skip();
            }
        }
        return Statistics.builder()
                .min(bound(min, minExact))
                .max(bound(max, maxExact))
                .nulls(nulls)
                .distinct(distinct)
                .nans(nans)
                .legacyMin(bound(legacyMin, Optional.empty()))
                .legacyMax(bound(legacyMax, Optional.empty()))
                .build();
    }

    private static Optional<Bound> bound(byte[] value, Optional<Boolean> exact) {
        return value == null ? Optional.empty() : Optional.of(new Bound(value, exact));
    }

    static void write(int fieldId, Statistics statistics, CompactWriter out) {
        out.beginStruct(fieldId);
        statistics.legacyMax().ifPresent(bound -> out.binary(1, bound.value()));
        statistics.legacyMin().ifPresent(bound -> out.binary(2, bound.value()));
        statistics.nulls().ifPresent(count -> out.i64(3, count));
        statistics.distinct().ifPresent(count -> out.i64(4, count));
        statistics.max().ifPresent(bound -> out.binary(5, bound.value()));
        statistics.min().ifPresent(bound -> out.binary(6, bound.value()));
        statistics.max().flatMap(Bound::exact).ifPresent(exact -> out.bool(7, exact));
        statistics.min().flatMap(Bound::exact).ifPresent(exact -> out.bool(8, exact));
        statistics.nans().ifPresent(count -> out.i64(9, count));
        out.endStruct();
    }
}

package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.SizeStatistics;
import java.util.List;
import java.util.OptionalLong;

/** {@code SizeStatistics}. */
final class SizeStatisticsThrift {
    private SizeStatisticsThrift() {}

    /** Reads the struct in the current field. */
    static SizeStatistics read(CompactReader in) {
        OptionalLong unencodedBytes = OptionalLong.empty();
        List<Long> repetitionLevels = List.of();
        List<Long> definitionLevels = List.of();
        in.fieldStruct("SizeStatistics");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> unencodedBytes = OptionalLong.of(in.fieldCount64());
                case 2 -> repetitionLevels = in.fieldCounts64();
                case 3 -> definitionLevels = in.fieldCounts64();
                default -> in.skip();
            }
        }
        return new SizeStatistics(unencodedBytes, repetitionLevels, definitionLevels);
    }

    static void write(int fieldId, SizeStatistics statistics, CompactWriter out) {
        out.beginStruct(fieldId);
        statistics.unencodedBytes().ifPresent(bytes -> out.i64(1, bytes));
        if (!statistics.repetitionLevels().isEmpty()) {
            out.i64s(2, statistics.repetitionLevels());
        }
        if (!statistics.definitionLevels().isEmpty()) {
            out.i64s(3, statistics.definitionLevels());
        }
        out.endStruct();
    }
}

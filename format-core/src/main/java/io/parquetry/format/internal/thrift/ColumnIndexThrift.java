package io.parquetry.format.internal.thrift;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.ColumnIndex;
import java.util.List;

/** {@code ColumnIndex}. {@code read} checks that all lists agree on the number of pages. */
public final class ColumnIndexThrift {
    private static final long REQUIRED = CompactReader.fields(1, 2, 3, 4);

    private ColumnIndexThrift() {}

    public static ColumnIndex read(byte[] bytes, int offset, int length) {
        CompactReader in = new CompactReader("column index", bytes, offset, length);
        List<Boolean> nullPages = List.of();
        List<byte[]> mins = List.of();
        List<byte[]> maxs = List.of();
        int boundaryOrderId = 0;
        List<Long> nulls = List.of();
        List<Long> repetitionLevels = List.of();
        List<Long> definitionLevels = List.of();
        List<Long> nans = List.of();
        in.beginStruct("ColumnIndex");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> nullPages = in.fieldBools();
                case 2 -> mins = in.fieldBinaries();
                case 3 -> maxs = in.fieldBinaries();
                case 4 -> boundaryOrderId = in.fieldI32();
                // Some writers store -1 for an unknown count.
                case 5 -> nulls = in.fieldI64s();
                case 6 -> repetitionLevels = in.fieldCounts64();
                case 7 -> definitionLevels = in.fieldCounts64();
                case 8 -> nans = in.fieldI64s();
                default -> in.skip();
            }
        }
        in.require("ColumnIndex", REQUIRED);
        int pages = nullPages.size();
        requirePages("lower bounds", mins.size(), pages, mins.size() == pages);
        requirePages("upper bounds", maxs.size(), pages, maxs.size() == pages);
        requirePages("null counts", nulls.size(), pages, nulls.isEmpty() || nulls.size() == pages);
        requirePages("NaN counts", nans.size(), pages, nans.isEmpty() || nans.size() == pages);
        requirePages("repetition level counts", repetitionLevels.size(), pages, fits(repetitionLevels, pages));
        requirePages("definition level counts", definitionLevels.size(), pages, fits(definitionLevels, pages));
        return ColumnIndex.builder()
                .nullPages(nullPages)
                .mins(mins)
                .maxs(maxs)
                .boundaryOrderId(boundaryOrderId)
                .nulls(nulls)
                .repetitionLevels(repetitionLevels)
                .definitionLevels(definitionLevels)
                .nans(nans)
                .build();
    }

    /** Histograms have the same number of entries for every page. */
    private static boolean fits(List<Long> histograms, int pages) {
        return histograms.isEmpty() || pages > 0 && histograms.size() % pages == 0;
    }

    private static void requirePages(String what, int size, int pages, boolean right) {
        if (!right) {
            throw new CorruptFileException("column index: has " + size + " " + what + " for " + pages + " pages");
        }
    }

    public static void write(ColumnIndex index, CompactWriter out) {
        out.beginStruct();
        out.bools(1, index.nullPages());
        out.binaries(2, index.mins());
        out.binaries(3, index.maxs());
        out.i32(4, index.boundaryOrderId());
        writeCounts(5, index.nulls(), out);
        writeCounts(6, index.repetitionLevels(), out);
        writeCounts(7, index.definitionLevels(), out);
        writeCounts(8, index.nans(), out);
        out.endStruct();
    }

    private static void writeCounts(int fieldId, List<Long> counts, CompactWriter out) {
        if (!counts.isEmpty()) {
            out.i64s(fieldId, counts);
        }
    }
}

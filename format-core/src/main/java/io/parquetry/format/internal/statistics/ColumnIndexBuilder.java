package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.ColumnIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gathers what the column index of one chunk says, page by page. There is none where the column has no order, or where
 * a page has values but no bounds (nothing but NaN): half an index would mislead.
 */
public final class ColumnIndexBuilder {
    private static final byte[] NOTHING = {};

    private final ValueOrder order;
    private final boolean text;
    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<byte[]> mins = new ArrayList<>();
    private final List<byte[]> maxs = new ArrayList<>();
    private final List<Long> nulls = new ArrayList<>();
    private final List<Long> nans = new ArrayList<>();
    private final List<Long> repetitionLevels = new ArrayList<>();
    private final List<Long> definitionLevels = new ArrayList<>();
    private boolean complete = true;
    private long boundBytes;

    /** @param text whether bounds are cut between characters */
    public ColumnIndexBuilder(ValueOrder order, boolean text) {
        this.order = order;
        this.text = text;
    }

    /** Adds a page of {@code values} values that are not null. */
    public void addPage(
            int values, long pageNulls, MinMax bounds, List<Long> repetitionHistogram, List<Long> definitionHistogram) {
        boolean nullPage = values == 0;
        complete &= nullPage || !bounds.isEmpty();
        nullPages.add(nullPage);
        byte[] min = bounds.isEmpty()
                ? NOTHING
                : BoundTruncation.lower(bounds.min(), order, text).value();
        byte[] max = bounds.isEmpty()
                ? NOTHING
                : BoundTruncation.upper(bounds.max(), order, text).value();
        mins.add(min);
        maxs.add(max);
        boundBytes += min.length + max.length;
        nulls.add(pageNulls);
        nans.add(bounds.nans());
        repetitionLevels.addAll(repetitionHistogram);
        definitionLevels.addAll(definitionHistogram);
    }

    /** Bytes of all bounds so far. */
    public long boundBytes() {
        return boundBytes;
    }

    public Optional<ColumnIndex> build() {
        if (!complete || order == ValueOrder.NONE) {
            return Optional.empty();
        }
        boolean floating = order == ValueOrder.FLOAT || order == ValueOrder.DOUBLE || order == ValueOrder.FLOAT16;
        return Optional.of(ColumnIndex.builder()
                .nullPages(nullPages)
                .mins(mins)
                .maxs(maxs)
                .boundaryOrderId(boundaryOrder().ordinal())
                .nulls(nulls)
                .repetitionLevels(repetitionLevels)
                .definitionLevels(definitionLevels)
                .nans(floating ? nans : List.of())
                .build());
    }

    private ColumnIndex.BoundaryOrder boundaryOrder() {
        boolean rising = true;
        boolean falling = true;
        int previous = -1;
        for (int page = 0; page < mins.size(); page++) {
            if (nullPages.get(page)) {
                continue;
            }
            if (previous >= 0) {
                int byMin = order.compare(mins.get(previous), mins.get(page));
                int byMax = order.compare(maxs.get(previous), maxs.get(page));
                rising &= byMin <= 0 && byMax <= 0;
                falling &= byMin >= 0 && byMax >= 0;
            }
            previous = page;
        }
        return rising
                ? ColumnIndex.BoundaryOrder.ASCENDING
                : falling ? ColumnIndex.BoundaryOrder.DESCENDING : ColumnIndex.BoundaryOrder.UNORDERED;
    }
}

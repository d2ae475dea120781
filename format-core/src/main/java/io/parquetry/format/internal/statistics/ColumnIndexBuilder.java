package io.parquetry.format.internal.statistics;

import io.parquetry.format.internal.statistics.BoundTruncation.Bounds;
import io.parquetry.format.metadata.ColumnIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the column index of one chunk, page by page. There is no index if the column has no order, or if a page has
 * values but no bounds (NaN, or one that is too long), since an index must have the bounds of all pages.
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

    /** Adds a page with this number of values that are not null. */
    public void addPage(
            int values, long pageNulls, MinMax bounds, List<Long> repetitionHistogram, List<Long> definitionHistogram) {
        boolean nullPage = values == 0;
        Optional<Bounds> ofPage = BoundTruncation.of(bounds, order, text);
        complete &= nullPage || ofPage.isPresent();
        nullPages.add(nullPage);
        byte[] min = ofPage.map(each -> each.lower().value()).orElse(NOTHING);
        byte[] max = ofPage.map(each -> each.upper().value()).orElse(NOTHING);
        mins.add(min);
        maxs.add(max);
        boundBytes += min.length + max.length;
        nulls.add(pageNulls);
        nans.add(bounds.nans());
        repetitionLevels.addAll(repetitionHistogram);
        definitionLevels.addAll(definitionHistogram);
    }

    /** Bytes of all bounds that have been added. */
    public long boundBytes() {
        return boundBytes;
    }

    public Optional<ColumnIndex> build() {
        if (!complete || order == ValueOrder.NONE) {
            return Optional.empty();
        }
        return Optional.of(ColumnIndex.builder()
                .nullPages(nullPages)
                .mins(mins)
                .maxs(maxs)
                .boundaryOrderId(boundaryOrder().ordinal())
                .nulls(nulls)
                .repetitionLevels(repetitionLevels)
                .definitionLevels(definitionLevels)
                .nans(order.isFloating() ? nans : List.of())
                .build());
    }

    private ColumnIndex.BoundaryOrder boundaryOrder() {
        boolean ascending = true;
        boolean descending = true;
        int previous = -1;
        for (int page = 0; page < mins.size(); page++) {
            if (nullPages.get(page)) {
                continue;
            }
            if (previous >= 0) {
                int byMin = order.compare(mins.get(previous), mins.get(page));
                int byMax = order.compare(maxs.get(previous), maxs.get(page));
                ascending &= byMin <= 0 && byMax <= 0;
                descending &= byMin >= 0 && byMax >= 0;
            }
            previous = page;
        }
        return ascending
                ? ColumnIndex.BoundaryOrder.ASCENDING
                : descending ? ColumnIndex.BoundaryOrder.DESCENDING : ColumnIndex.BoundaryOrder.UNORDERED;
    }
}

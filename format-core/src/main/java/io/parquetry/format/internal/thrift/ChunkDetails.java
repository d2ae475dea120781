package io.parquetry.format.internal.thrift;

import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.metadata.ColumnChunkMetadata.Details;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fields of {@code ColumnMetaData} that are read from the bytes of the footer when they are first asked for. They
 * are more than half of the work on a chunk, and few readers need them, or those of few chunks only. That the bytes are
 * well-formed has been checked; what they say has not.
 */
final class ChunkDetails implements Supplier<Details> {
    static final int KEY_VALUES = 8;
    static final int STATISTICS = 12;
    static final int PAGE_ENCODINGS = 13;
    static final int SIZE_STATISTICS = 16;
    static final int GEOSPATIAL_STATISTICS = 17;

    private final CompactReader footer;
    private final int position;
    private final Place rowGroup;
    private final List<String> path;

    /** @param position of the first field of the struct in the footer */
    ChunkDetails(CompactReader footer, int position, Place rowGroup, List<String> path) {
        this.footer = footer;
        this.position = position;
        this.rowGroup = rowGroup;
        this.path = path;
    }

    @Override
    public Details get() {
        try {
            return read(footer.at(position));
        } catch (ParquetException e) {
            throw e.at(rowGroup.column(String.join(".", path)));
        }
    }

    private static Details read(CompactReader in) {
        Optional<Statistics> statistics = Optional.empty();
        Optional<SizeStatistics> sizeStatistics = Optional.empty();
        Optional<GeospatialStatistics> geospatialStatistics = Optional.empty();
        List<PageEncodingStats> pageEncodings = List.of();
        List<KeyValue> keyValues = List.of();
        in.beginStruct("ColumnMetaData");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case KEY_VALUES -> keyValues = KeyValueThrift.readList(in, new HashSet<>());
                case STATISTICS -> statistics = Optional.of(StatisticsThrift.read(in));
                case PAGE_ENCODINGS ->
                    pageEncodings = in.fieldStructs(PageEncodingStatsThrift.BYTES_EACH, PageEncodingStatsThrift::read);
                case SIZE_STATISTICS -> sizeStatistics = Optional.of(SizeStatisticsThrift.read(in));
                case GEOSPATIAL_STATISTICS -> geospatialStatistics = Optional.of(GeospatialStatisticsThrift.read(in));
                default -> in.skip();
            }
        }
        return new Details(statistics, sizeStatistics, geospatialStatistics, pageEncodings, keyValues);
    }
}

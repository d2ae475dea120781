package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.offset.PointRanges;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How far a stream was sent, and which files its offset says were sent from their first row on. */
class StreamProgressTest {
    private static final SinkStream STREAM = new SinkStream("topics", "orders", 0);
    private static final StreamPoint SEVENTH = new StreamPoint(0, 7);

    private final StreamProgress progress = new StreamProgress(STREAM, StreamPosition.START, true);

    private Map<String, String> named() {
        return progress.positionAfter(SEVENTH).files();
    }

    @Test
    void theCommittedPointNeverGoesBack() {
        progress.markSent(SEVENTH);
        assertThat(progress.next()).isEqualTo(SEVENTH.next());
        assertThat(progress.committed()).isEqualTo(StreamPoint.START);

        progress.markCommitted(SEVENTH);
        progress.markCommitted(new StreamPoint(0, 3));

        assertThat(progress.committed()).isEqualTo(SEVENTH);
    }

    @Test
    void theOffsetNamesTheClaimedFilesUntilTheyAreDisclaimed() {
        progress.claim("a.parquet", "ab12");
        progress.claim("b.parquet", "cd34");
        progress.claim("b.parquet", "ef56");
        assertThat(named()).isEqualTo(Map.of("a.parquet", "ab12", "b.parquet", "ef56"));
        assertThat(progress.claimed("b.parquet")).contains("ef56");

        progress.disclaim("a.parquet");
        progress.disclaim("c.parquet");
        assertThat(named()).isEqualTo(Map.of("b.parquet", "ef56"));

        progress.retainClaims(path -> !path.startsWith("b"));
        assertThat(named()).isEmpty();
        assertThat(progress.claimed("b.parquet")).isEmpty();
    }

    @Test
    void theOffsetNamesAThousandFilesAtMost() {
        IntStream.range(0, 1_001).forEach(i -> progress.claim("a/" + i, "ab12"));

        assertThat(named()).hasSize(1_000).doesNotContainKey("a/1000");
        assertThat(progress.claimed("a/1000")).contains("ab12");
    }

    @Test
    void whereFilesAreKeptTheOffsetNamesNone() {
        StreamProgress keeping =
                new StreamProgress(STREAM, new StreamPosition(SEVENTH, Map.of("a.parquet", "ab12"), false), false);
        keeping.claim("b.parquet", "cd34");

        assertThat(keeping.positionAfter(SEVENTH).files()).isEmpty();
        assertThat(keeping.claimed("a.parquet")).isEmpty();
    }

    @Test
    void aRestartedTaskGoesOnFromTheCommittedPosition() {
        StreamProgress restarted =
                new StreamProgress(STREAM, new StreamPosition(SEVENTH, Map.of("a.parquet", "ab12"), true), true);

        assertThat(restarted.next()).isEqualTo(SEVENTH);
        assertThat(restarted.committed()).isEqualTo(SEVENTH);
        assertThat(restarted.inherits()).isTrue();
        assertThat(restarted.positionAfter(SEVENTH))
                .isEqualTo(new StreamPosition(SEVENTH.next(), Map.of("a.parquet", "ab12"), true));
        assertThat(restarted.partition()).isEqualTo(Map.of("stream", "topics/orders+0"));
    }

    /** Its batch may not be given after all: the stream is planned again for memory, or the storage fails. */
    @Test
    void aRowOfAMissingRangeIsMissingUntilItIsSent() {
        progress.markMissing(new PointRanges.Range(new StreamPoint(0, 2), new StreamPoint(0, 6)));
        progress.markSent(SEVENTH);
        StreamPoint row = new StreamPoint(0, 4);
        progress.keepMissing(new StreamPoint(0, 2), row);
        assertThat(progress.isSent(row)).isFalse();
        assertThat(progress.firstUnsent(row, row)).isEqualTo(row);
        assertThat(progress.unsentBefore(row)).isEqualTo(new StreamPoint(0, 3));

        progress.markSent(row);
        assertThat(progress.isSent(row)).isTrue();
        assertThat(progress.missing())
                .containsExactly(
                        new PointRanges.Range(new StreamPoint(0, 2), new StreamPoint(0, 2)),
                        new PointRanges.Range(new StreamPoint(0, 5), new StreamPoint(0, 6)));
    }

    /** As in a filtered topic with transactions, where no file begins behind the last offset of the one before. */
    @Test
    void pointsThatNeedNoFileAreForgottenOnceNothingAsksForThem() {
        progress.markMissing(range(2, 6));
        progress.cover(range(3, 4));
        for (int file = 1; file <= 10_000; file++) {
            progress.cover(range(file * 10, file * 10 + 8));
            progress.passOver(new StreamPoint(0, file * 10 + 8));
        }
        assertThat(progress.coveredCount()).isLessThan(2_000);
        assertThat(progress.isCovered(new StreamPoint(0, 3))).isTrue();

        progress.cover(range(200_000, 200_008));
        for (int file = 30_000; file < 40_000; file++) {
            progress.cover(range(file * 10, file * 10 + 8));
        }
        assertThat(progress.isCovered(new StreamPoint(0, 200_008))).isTrue();
        assertThat(progress.uncoveredFrom(new StreamPoint(0, 300_000))).isEqualTo(new StreamPoint(0, 300_009));
    }

    private static PointRanges.Range range(long first, long last) {
        return new PointRanges.Range(new StreamPoint(0, first), new StreamPoint(0, last));
    }
}

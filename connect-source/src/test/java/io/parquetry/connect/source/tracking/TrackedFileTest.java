package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.junit.jupiter.api.Test;

/** What a file's offsets are, what is left of it, and when it is done, as scans, readers and the worker report. */
class TrackedFileTest {
    private static final DataFile FOREIGN = DataFiles.of("a.parquet", 100, 5);
    /** For messages only. */
    private static final long ROW = 0;

    private static final FilePosition START =
            new FilePosition(0, Optional.of(new FileIdentity(10, 100, 5, "", "ab12", 0, "")));

    private final StreamProgress progress =
            new StreamProgress(new SinkStream("orders", 0), StreamPosition.START, false);

    private static TrackedFile foreign() {
        return new TrackedFile(FOREIGN, Optional.empty(), null, 1, 0);
    }

    private TrackedFile ofStream(long first, long last) {
        DataFileName name = new DataFileName("orders", 0, first, last, 0);
        return new TrackedFile(
                new DataFile(new StoredFile(name.format(), 100, 5), Optional.of(name)),
                Optional.empty(),
                progress,
                1,
                0);
    }

    private static SentRecord record(SourceOffset offset) {
        return new SentRecord(offset, "t", null, SchemaAndValue.NULL, SchemaAndValue.NULL, null, null);
    }

    @Test
    void askingForAnOffsetSendsNothing() {
        TrackedFile file = foreign();
        file.markOpened(START, false);

        assertThat(file.offsetAt(ROW, START.at(1)).number()).isZero();
        assertThat(file.offsetAt(ROW, START.at(1)).number()).isZero();
        assertThat(file.sentPosition()).isEmpty();
        assertThat(file.rowsLeft()).contains(new RowRange(0, 10));
    }

    @Test
    void aSentRowMovesThePosition() {
        TrackedFile file = foreign();
        file.markOpened(START, false);

        file.markSent(3, START.at(4));

        assertThat(file.sentPosition()).contains(START.at(4));
        assertThat(file.rowsLeft()).contains(new RowRange(4, 10));
        assertThat(file.bytesLeft()).isEqualTo(60);
        assertThat(file.offsetAt(ROW, START.at(5)).number()).isEqualTo(1);
    }

    @Test
    void aSentPointMovesAllFilesOfTheStream() {
        TrackedFile file = ofStream(0, 9);
        TrackedFile other = ofStream(3, 6);
        file.markOpened(START, false);

        SourceOffset offset = file.offsetAfter(ROW, new StreamPoint(0, 4));
        assertThat(offset.partition()).isEqualTo(Map.of("stream", "orders+0"));
        assertThat(offset).isEqualTo(Map.of("generation", 0, "offset", 5L));
        assertThat(other.streamPosition()).isEqualTo(StreamPoint.START);

        file.markSent(4, new StreamPoint(0, 4));
        assertThat(other.streamPosition()).isEqualTo(new StreamPoint(0, 5));
        assertThat(other.firstUnsentPoint()).isEqualTo(new StreamPoint(0, 5));
        assertThat(other.isDone()).isFalse();

        file.markSent(6, new StreamPoint(0, 6));
        assertThat(other.isDone()).isTrue();
        assertThat(file.isDone()).isFalse();
    }

    @Test
    void aFileIsDoneAtItsLastRowIfItIsStillTheSame() {
        TrackedFile file = foreign();
        file.markOpened(START, false);
        file.markSent(9, START.at(10));
        file.markAllSent(START.at(10));
        assertThat(file.isDone()).isTrue();

        file.update(DataFiles.of("a.parquet", 100, 6), 2, 10);

        assertThat(file.isDone()).isFalse();
        assertThat(file.unchangedSinceMs()).isEqualTo(10);
        assertThat(file.isStable()).isFalse();
    }

    @Test
    void aBadOrIgnoredFileIsDoneUntilItChanges() {
        TrackedFile bad = foreign();
        bad.markBad();
        TrackedFile ignored = foreign();
        ignored.markIgnored();
        assertThat(bad.isDone()).isTrue();
        assertThat(bad.isBad()).isTrue();
        assertThat(ignored.isDone()).isTrue();
        assertThat(ignored.isIgnored()).isTrue();

        bad.update(DataFiles.of("a.parquet", 101, 6), 2, 10);
        ignored.update(DataFiles.of("a.parquet", 101, 6), 2, 10);

        assertThat(bad.isDone()).isFalse();
        assertThat(bad.isBad()).isFalse();
        assertThat(ignored.isDone()).isFalse();
        assertThat(ignored.isIgnored()).isFalse();
    }

    @Test
    void theRowsOfAFileThatHasChangedAreUnknown() {
        TrackedFile file = foreign();
        file.markOpened(START, false);
        file.markSent(3, START.at(4));

        file.update(DataFiles.of("a.parquet", 200, 6), 2, 10);

        assertThat(file.rowsLeft()).isEmpty();
        assertThat(file.bytesLeft()).isEqualTo(200);
    }

    @Test
    void rowsThatWereSentWhileTheFileChangedAreTold() {
        TrackedFile file = foreign();
        file.markOpened(START, false);

        file.markChangedWhileRead(new RowRange(4, 4));
        assertThat(file.sentSoFar(true).mixed()).contains(new RowRange(4, 4));
        file.markChangedWhileRead(new RowRange(4, 5));
        assertThat(file.sentSoFar(true).mixed()).contains(new RowRange(4, 5));
        file.markOpened(START, false);
        assertThat(file.sentSoFar(true).mixed()).isEmpty();
    }

    @Test
    void aFileOfAStreamIsClaimedOnlyAtTheEndOfAllItsRows() {
        StreamProgress claiming = new StreamProgress(new SinkStream("orders", 0), StreamPosition.START, true);
        DataFileName name = new DataFileName("orders", 0, 0, 9, 0);
        String path = name.format();
        TrackedFile file = new TrackedFile(
                new DataFile(new StoredFile(path, 100, 5), Optional.of(name)), Optional.empty(), claiming, 1, 0);
        file.markOpened(START, false);

        file.markFinished(START.at(10).sending(10), false);
        assertThat(claiming.claimed(path)).contains("ab12,10,100,5,0,,");
        file.markFinished(START.at(10).sending(9), false);
        assertThat(claiming.claimed(path)).isEmpty();
        file.claim(true);
        assertThat(claiming.claimed(path)).contains("ab12,10,100,5,0,,");
        file.disclaim();
        assertThat(claiming.claimed(path)).isEmpty();
    }

    @Test
    void anEmptyFileIsDoneOnceItIsStable() {
        DataFile empty = DataFiles.of("a.parquet", 0, 5);
        TrackedFile file = new TrackedFile(empty, Optional.empty(), null, 1, 0);
        assertThat(file.isDone()).isFalse();

        assertThat(file.update(empty, 2, 10)).isFalse();

        assertThat(file.isDone()).isTrue();
    }

    @Test
    void aFileIsDeliveredWhenEachRecordWasAnswered() {
        TrackedFile file = foreign();
        file.markOpened(START, false);
        SentRecord first = record(file.offsetAt(ROW, START.at(9)));
        file.markSent(8, START.at(9));
        SourceOffset lastOffset = file.offsetAt(ROW, START.at(10));
        SentRecord last = record(lastOffset);
        file.markSent(9, START.at(10));
        file.markAllSent(START.at(10));

        last.acknowledge();
        assertThat(file.isDelivered()).isFalse();
        first.drop();
        assertThat(file.isDelivered()).isTrue();
        assertThat(file.lastAcknowledged()).contains(lastOffset);
    }

    @Test
    void aFileThatIsOpenedAgainAfterAllOfItWasSentIsDeliveredAnew() {
        TrackedFile file = foreign();
        file.markOpened(START, false);
        record(file.offsetAt(ROW, START.at(10))).acknowledge();
        file.markSent(9, START.at(10));
        file.markAllSent(START.at(10));
        file.update(DataFiles.of("a.parquet", 200, 6), 2, 10);

        file.markOpened(START, false);

        assertThat(file.lastAcknowledged()).isEmpty();
        assertThat(file.offsetAt(ROW, START.at(1)).number()).isZero();
    }

    @Test
    void anIgnoredFileIsNeverDelivered() {
        TrackedFile file = foreign();
        file.markOpened(START, false);
        file.markFinished(START.at(10), false);
        file.update(DataFiles.of("a.parquet", 200, 6), 2, 10);

        file.markIgnored();

        assertThat(file.isDone()).isTrue();
        assertThat(file.isDelivered())
                .as("so that it is neither deleted nor moved")
                .isFalse();
    }
}

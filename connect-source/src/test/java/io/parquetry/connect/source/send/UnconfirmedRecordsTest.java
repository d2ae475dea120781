package io.parquetry.connect.source.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.source.offset.DeliveryTracker;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SourceOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.junit.jupiter.api.Test;

/** Records are kept in the order in which the worker took them, until it has answered, and no more than 10,000. */
class UnconfirmedRecordsTest {
    private final DeliveryTracker delivery = new DeliveryTracker();
    private final UnconfirmedRecords unconfirmed = new UnconfirmedRecords(false);

    /** The worker takes a batch with these rows. */
    private List<SentRecord> take(int from, int to) {
        List<SentRecord> batch = IntStream.range(from, to)
                .mapToObj(row -> new SourceOffset(Map.of(), FilePosition.DONE, delivery, "a.parquet", row))
                .map(offset -> new SentRecord(offset, "t", null, SchemaAndValue.NULL, SchemaAndValue.NULL, null, null))
                .toList();
        unconfirmed.handOver(batch.stream().map(SentRecord::offset).toList());
        batch.forEach(SentRecord::sourceOffset);
        return batch;
    }

    private String oldest() {
        return unconfirmed.oldest().map(SourceOffset::place).orElse("none");
    }

    private List<String> logged() {
        return LoggedLines.with("have not confirmed", unconfirmed::log);
    }

    @Test
    void theOldestIsTheFirstWithoutAnAnswerInWhateverOrderTheyCome() {
        List<SentRecord> first = take(0, 3);
        List<SentRecord> second = take(3, 5);

        first.get(0).acknowledge();
        first.get(2).drop();
        second.get(1).acknowledge();
        take(5, 5);
        assertThat(oldest()).isEqualTo("row 1 of a.parquet");

        first.get(1).acknowledge();
        take(5, 6);
        assertThat(oldest()).isEqualTo("row 3 of a.parquet");
        assertThat(logged()).singleElement().asString().contains("2 records", "from row 3", "to row 5");
        assertThat(oldest()).isEqualTo("none");
    }

    @Test
    void noMoreThanTenThousandAreKept() {
        List<SentRecord> first = take(0, 6_000);
        take(6_000, 12_000);
        take(12_000, 18_000);
        assertThat(oldest()).isEqualTo("row 0 of a.parquet");

        first.subList(1, 6_000).forEach(SentRecord::acknowledge);
        take(18_000, 20_000);

        assertThat(logged()).singleElement().asString().contains("6001 records", "from row 0 of", "to row 19999 of");
    }

    @Test
    void aRecordThatTheWorkerHasNotTakenIsNotNamed() {
        SourceOffset offset = new SourceOffset(Map.of(), FilePosition.DONE, delivery, "a.parquet", 0);
        unconfirmed.handOver(List.of(offset));

        assertThat(oldest()).isEqualTo("none");
        assertThat(logged()).isEmpty();
    }
}

package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerFile;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.apache.kafka.common.TopicPartition;

/** Closed files of a topic-partition were published. Nothing is computed for it while no recording runs. */
@Name("parquetry.Commit")
@Label("Commit")
@Category("Parquetry")
@Description("Closed files of a topic-partition were published")
@StackTrace(false)
final class CommitEvent extends Event {
    @Label("Topic")
    String topic;

    @Label("Partition")
    int partition;

    @Label("Next Offset")
    long nextOffset;

    @Label("Files")
    int files;

    @Label("Bytes")
    @DataAmount
    long bytes;

    private CommitEvent() {}

    /** Starts the time that the event takes. */
    static CommitEvent start() {
        CommitEvent event = new CommitEvent();
        event.begin();
        return event;
    }

    void finish(TopicPartition of, long next, List<LedgerFile> published) {
        end();
        if (shouldCommit()) {
            topic = of.topic();
            partition = of.partition();
            nextOffset = next;
            files = published.size();
            bytes = published.stream().mapToLong(LedgerFile::bytes).sum();
            commit();
        }
    }
}

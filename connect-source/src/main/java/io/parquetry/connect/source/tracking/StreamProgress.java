package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Map;

/** How far a stream was sent and committed, where its offset is kept. */
final class StreamProgress {
    private final Map<String, String> partition;
    private StreamPoint next;
    private StreamPoint committed;

    StreamProgress(Stream stream, StreamPoint committed) {
        this.partition = new SourcePartition.OfStream(stream).toMap();
        this.next = committed;
        this.committed = committed;
    }

    /** The stream as Connect's source partition. */
    Map<String, String> partition() {
        return partition;
    }

    /** All records before this point were sent. */
    StreamPoint next() {
        return next;
    }

    /** All records before this point were sent, and Connect has committed that. */
    StreamPoint committed() {
        return committed;
    }

    /** Notes that the record at a point was sent. */
    void markSent(StreamPoint point) {
        next = point.next();
    }

    /** Notes that Connect has committed the records before a point. */
    void markCommitted(StreamPoint point) {
        if (committed.isBefore(point)) {
            committed = point;
        }
    }
}

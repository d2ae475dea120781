package io.parquetry.connect.source.read;

import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Map;

/** How far a stream was sent, where its position is kept as a whole. */
final class StreamState {
    private final Stream stream;
    private final Map<String, String> partition;
    private StreamPoint next;
    private StreamPoint durable;

    StreamState(Stream stream, StreamPoint committed) {
        this.stream = stream;
        this.partition = new SourcePartition.OfStream(stream).toMap();
        this.next = committed;
        this.durable = committed;
    }

    Stream stream() {
        return stream;
    }

    Map<String, String> partition() {
        return partition;
    }

    /** Every record before this point was sent. */
    StreamPoint next() {
        return next;
    }

    /** Every record before this point was sent for good. */
    StreamPoint durable() {
        return durable;
    }

    void sent(StreamPoint point) {
        next = point.next();
    }

    void committed(StreamPoint point) {
        if (durable.isBefore(point)) {
            durable = point;
        }
    }
}

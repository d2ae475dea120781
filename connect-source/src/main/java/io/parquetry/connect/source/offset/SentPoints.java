package io.parquetry.connect.source.offset;

/** Which records of a stream were sent, at any moment. */
public interface SentPoints {
    /** Nothing was sent. */
    SentPoints NONE = new SentPoints() {
        @Override
        public StreamPoint next() {
            return StreamPoint.START;
        }

        @Override
        public boolean isSent(StreamPoint point) {
            return false;
        }

        @Override
        public StreamPoint firstUnsent(StreamPoint first, StreamPoint last) {
            return first;
        }
    };

    /** All records before this point were sent, but for those that were missing. */
    StreamPoint next();

    /** Whether the record at a point was sent, if there is one. */
    boolean isSent(StreamPoint point);

    /** The first point from one on that was not sent; the point after {@code last} when all up to it were. */
    StreamPoint firstUnsent(StreamPoint first, StreamPoint last);
}

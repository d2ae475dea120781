package io.parquetry.connect.source.offset;

import java.util.Map;

/** How far a file or a stream was sent. */
sealed interface Position permits FilePosition, StreamPosition {
    /** The position as Connect's source offset. */
    Map<String, Object> toMap();
}

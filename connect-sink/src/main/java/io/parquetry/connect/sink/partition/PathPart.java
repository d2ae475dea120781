package io.parquetry.connect.sink.partition;

import java.time.format.DateTimeFormatter;
import java.util.function.Function;
import org.apache.kafka.connect.sink.SinkRecord;

/** A part of the name of a directory. */
sealed interface PathPart {
    /** Text that is the same for all records, already escaped. */
    record Fixed(String name) implements PathPart {}

    /** A part that depends on the record. */
    sealed interface Placeholder extends PathPart {
        /** As the user wrote it, for messages. */
        String text();
    }

    /** @param value gives null, or an object that is equal to another if and only if the texts are equal */
    record OfRecord(String text, Function<SinkRecord, Object> value) implements Placeholder {}

    /** @param spanMs the text is that of the beginning of a span of local time of this length */
    record OfTime(String text, DateTimeFormatter formatter, long spanMs) implements Placeholder {}
}

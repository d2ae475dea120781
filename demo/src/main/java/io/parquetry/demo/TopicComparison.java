package io.parquetry.demo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Compares two topics partition by partition and record by record, in order. Two records are identical when partition,
 * timestamp and timestamp type are equal, key and headers (names, order, values) are equal byte for byte, and the
 * values are equal for {@link JsonDifference}. Offsets are not compared, because each topic has its own.
 */
final class TopicComparison {
    private static final int DIFFERENCES_MAX = 5;

    private final String bootstrapServers;
    private final String original;
    private final String copy;
    private final LongConsumer progress;

    private long compared;
    private long identical;
    private long sameBytes;
    private long surplus;
    private final List<String> differences = new ArrayList<>();

    /**
     * @param identical records that came back unchanged
     * @param sameBytes records of those whose value has the same bytes
     * @param surplus records of the copy beyond those of the original
     * @param differences descriptions of the first differences
     */
    record Result(long identical, long sameBytes, long surplus, List<String> differences) {
        Result {
            differences = List.copyOf(differences);
        }

        /** @param sent records of the original */
        boolean allIdentical(long sent) {
            return identical == sent && surplus == 0;
        }
    }

    /** @param progress receives the number of compared records */
    TopicComparison(String bootstrapServers, String original, String copy, LongConsumer progress) {
        this.bootstrapServers = bootstrapServers;
        this.original = original;
        this.copy = copy;
        this.progress = progress;
    }

    Result compare(int partitions) {
        for (int partition = 0; partition < partitions; partition++) {
            comparePartition(partition);
        }
        return new Result(identical, sameBytes, surplus, differences);
    }

    private void comparePartition(int partition) {
        try (PartitionRecords originals = new PartitionRecords(bootstrapServers, original, partition);
                PartitionRecords copies = new PartitionRecords(bootstrapServers, copy, partition)) {
            ConsumerRecord<byte[], byte[]> sent = originals.next();
            ConsumerRecord<byte[], byte[]> back = copies.next();
            while (sent != null) {
                compareRecord(sent, back);
                progress.accept(++compared);
                sent = originals.next();
                back = back == null ? null : copies.next();
            }
            while (back != null) {
                surplus++;
                addDifference("partition " + partition + ", offset " + back.offset() + " of " + copy
                        + ": one record too many");
                back = copies.next();
            }
        }
    }

    private void compareRecord(ConsumerRecord<byte[], byte[]> sent, ConsumerRecord<byte[], byte[]> back) {
        String where = "partition " + sent.partition() + ", offset " + sent.offset() + ": ";
        if (back == null) {
            addDifference(where + "did not come back");
            return;
        }
        Optional<String> difference = difference(sent, back);
        if (difference.isPresent()) {
            addDifference(where + difference.get());
            return;
        }
        identical++;
        if (Arrays.equals(sent.value(), back.value())) {
            sameBytes++;
        }
    }

    /** The first way in which two records differ. */
    static Optional<String> difference(ConsumerRecord<byte[], byte[]> sent, ConsumerRecord<byte[], byte[]> back) {
        if (!Arrays.equals(sent.key(), back.key())) {
            return Optional.of("the key was " + text(sent.key()) + " and is " + text(back.key()));
        }
        if (sent.partition() != back.partition()) {
            return Optional.of("it came back in partition " + back.partition());
        }
        if (sent.timestamp() != back.timestamp() || sent.timestampType() != back.timestampType()) {
            return Optional.of("the timestamp was " + sent.timestampType() + " " + sent.timestamp() + " and is "
                    + back.timestampType() + " " + back.timestamp());
        }
        if (!headers(sent).equals(headers(back))) {
            return Optional.of("the headers were " + headers(sent) + " and are " + headers(back));
        }
        if (sent.value() == null || back.value() == null) {
            return sent.value() == back.value()
                    ? Optional.empty()
                    : Optional.of("the value was " + text(sent.value()) + " and is " + text(back.value()));
        }
        return JsonDifference.between(sent.value(), back.value()).map(inside -> "value: " + inside);
    }

    private static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
        List<String> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(header.key() + (header.value() == null ? " without value" : "=" + text(header.value())));
        }
        return headers;
    }

    /** One character for each byte, so that different bytes have different texts. */
    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private void addDifference(String difference) {
        if (differences.size() < DIFFERENCES_MAX) {
            differences.add(difference);
        }
    }
}

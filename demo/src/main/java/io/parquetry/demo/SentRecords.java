package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Sends the input into the topic. */
final class SentRecords {
    private final DemoSettings settings;
    private final DemoInput input;
    private final DemoOutput output;
    private final long startMs = System.currentTimeMillis();

    SentRecords(DemoSettings settings, DemoInput input, DemoOutput output) {
        this.settings = settings;
        this.input = input;
        this.output = output;
    }

    /**
     * Sends some of the records; the first of them create the topic.
     *
     * @param from number of records that were sent before
     * @param to number of records that are sent then
     */
    void send(Topics topics, long from, long to) throws IOException {
        output.section("Sending " + NumberText.counted(to - from, "record") + " into topic " + settings.topic() + ", "
                + NumberText.counted(settings.partitions(), "partition"));
        if (from == 0) {
            topics.create(settings.topic(), settings.partitions());
        }
        try (DemoOutput.ProgressDisplay progress = output.progress("sent", to - from);
                Stream<DemoInput.Line> lines = input.lines()) {
            Iterable<ProducerRecord<byte[], byte[]>> records =
                    lines.skip(from).limit(to - from).map(this::record)::iterator;
            topics.produce(records, progress::reached);
        }
        output.line("plain JSON from " + input.name() + ", keyed by " + DemoInput.KEY_FIELD
                + ", each with a timestamp and six headers");
    }

    /**
     * Headers are such as converters like to change: digits with zeros before them, the text null, bytes.
     *
     * <p>Records without a time of their own get timestamps a millisecond apart.
     */
    private ProducerRecord<byte[], byte[]> record(DemoInput.Line line) {
        OptionalLong time = input.time().map(line::time).orElse(OptionalLong.empty());
        List<Header> headers = List.of(
                new RecordHeader("source", utf8(input.name())),
                new RecordHeader("line", utf8(Long.toString(line.number()))),
                new RecordHeader("padded", utf8(String.format(Locale.ROOT, "%05d", line.number()))),
                new RecordHeader("word", utf8("null")),
                new RecordHeader("bytes", new byte[] {0, (byte) 0xff}),
                new RecordHeader("none", null));
        byte[] key = line.key().map(SentRecords::utf8).orElse(null);
        return new ProducerRecord<>(
                settings.topic(), null, time.orElse(startMs + line.number()), key, utf8(line.text()), headers);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

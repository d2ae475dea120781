package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.inspect.FilePreview;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.LocalStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The steps of the demo: a topic, Parquet files, a second topic, and the comparison of all records. */
final class Demo {
    private static final int ROWS_SHOWN = 2;
    private static final int FLUSH_SIZE_MIN = 400;
    private static final int FILES_PER_PARTITION = 4;
    private static final Duration POLL = Duration.ofMillis(100);
    /** How long to wait for records beyond the expected ones. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final DemoSettings settings;
    private final DemoInput input;
    private final DemoOutput output;
    private final List<TransferTiming> timings = new ArrayList<>();

    Demo(DemoSettings settings, DemoInput input, DemoOutput output) {
        this.settings = settings;
        this.input = input;
        this.output = output;
    }

    /** Runs all steps; true when every record came back identical. */
    boolean run(KafkaDistribution distribution) throws IOException {
        output.section("Starting a Kafka broker and a Connect worker");
        StackSettings stackSettings = StackSettings.in(settings.directory());
        PublishedFiles published;
        TopicComparison.Result result;
        List<String> inspection;
        try (KafkaStack stack = LocalStack.start(distribution, stackSettings, output::ready);
                DemoStorage demoStorage = startStorage(stack);
                Storage storage = demoStorage.open();
                Topics topics = new Topics(stack.bootstrapServers())) {
            new SentRecords(settings, input, output).send(topics, 0, input.records());
            published = new PublishedFiles(storage, "topics/" + settings.topic());
            write(stack.worker().rest(), demoStorage, published);
            show(published);
            replay(stack, topics, demoStorage);
            result = compare(stack.bootstrapServers());
            inspection = demoStorage.inspection(published.files().get(0));
            output.section("Stopping what was started");
        }
        conclude(published, inspection, result);
        return result.allIdentical(input.records());
    }

    private DemoStorage startStorage(KafkaStack stack) throws IOException {
        Path directory = settings.directory();
        DemoStorage storage = switch (settings.storage()) {
            case LOCAL -> DemoStorage.in(stack.dataDirectory());
            case S3 -> DemoStorage.s3(Distribution.s3Server(), directory.resolve("s3proxy"), output::ready);
            case AZURE -> DemoStorage.azure(Distribution.azurite(), directory.resolve("azurite"), output::ready);
        };
        storage.address().ifPresent(address -> output.line("files go to " + address));
        return storage;
    }

    private void write(ConnectClient worker, DemoStorage storage, PublishedFiles published) throws IOException {
        output.section("Sink: the topic becomes Parquet files");
        long flushSize = flushSize(settings, input);
        long startNanos = System.nanoTime();
        worker.create(Connectors.SINK, Connectors.sink(settings.topic(), storage.keys(), input.schema(), flushSize));
        try (DemoOutput.ProgressDisplay progress = output.progress("in files", input.records())) {
            new ConnectorWatch(worker, Connectors.SINK).await(() -> scan(published), input.records(), progress);
        }
        timings.add(new TransferTiming("topic to Parquet", published.records(), secondsSince(startNanos)));
        output.line(NumberText.counted(published.files().size(), "file") + ", "
                + NumberText.counted(published.bytes(), "byte") + "; every offset is in exactly one of them");
    }

    /** Records after which the sink closes a file. */
    static long flushSize(DemoSettings settings, DemoInput input) {
        return Math.max(FLUSH_SIZE_MIN, input.records() / settings.partitions() / FILES_PER_PARTITION);
    }

    private static long scan(PublishedFiles published) throws IOException {
        published.scan();
        pause();
        return published.records();
    }

    /** Between two looks at what a connector has done. */
    static void pause() {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException("interrupted while waiting for the connector", e);
        }
    }

    private void show(PublishedFiles published) throws IOException {
        String first = published.files().get(0);
        try (ParquetReader file = published.open(first)) {
            output.section("The schema of " + StoragePath.name(first));
            FilePreview.schema(file).forEach(output::line);
            output.section("Its first rows, cut short");
            FilePreview.rows(file, ROWS_SHOWN).forEach(output::line);
        }
    }

    private void replay(KafkaStack stack, Topics topics, DemoStorage storage) throws IOException {
        output.section("Source: the files become topic " + settings.replayedTopic());
        topics.create(settings.replayedTopic(), settings.partitions());
        ConnectClient worker = stack.worker().rest();
        try (Consumer<byte[], byte[]> consumer = Consumers.committed(stack.bootstrapServers())) {
            consumer.assign(IntStream.range(0, settings.partitions())
                    .mapToObj(partition -> new TopicPartition(settings.replayedTopic(), partition))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            long startNanos = System.nanoTime();
            worker.create(
                    Connectors.SOURCE, Connectors.source(settings.topic(), settings.replayedTopic(), storage.keys()));
            long[] back = new long[1];
            try (DemoOutput.ProgressDisplay progress = output.progress("back in a topic", input.records())) {
                ConnectorWatch.Count count =
                        () -> back[0] += consumer.poll(POLL).count();
                new ConnectorWatch(worker, Connectors.SOURCE).await(count, input.records(), progress);
            }
            timings.add(new TransferTiming("Parquet to topic", back[0], secondsSince(startNanos)));
            consumer.poll(QUIET);
        }
    }

    private TopicComparison.Result compare(String bootstrapServers) {
        output.section("Comparing every record: key, value, partition, timestamp, headers");
        TopicComparison.Result result;
        try (DemoOutput.ProgressDisplay progress = output.progress("compared", input.records())) {
            result = new TopicComparison(
                            bootstrapServers, settings.topic(), settings.replayedTopic(), progress::reached)
                    .compare(settings.partitions());
        }
        output.line("values as JSON, numbers digit by digit (2 and 2.0 are the same number); "
                + NumberText.grouped(result.sameBytes()) + " values came back byte for byte");
        result.differences().forEach(output::line);
        return result;
    }

    /** @param inspection commands that read a file */
    private void conclude(PublishedFiles published, List<String> inspection, TopicComparison.Result result) {
        output.section("Throughput");
        TextTable table = new TextTable(
                Column.left(""),
                Column.right("records"),
                Column.right("files"),
                Column.right("bytes"),
                Column.right("seconds"),
                Column.right("records/s"));
        for (TransferTiming timing : timings) {
            table.row(
                    timing.name(),
                    NumberText.grouped(timing.records()),
                    NumberText.grouped(published.files().size()),
                    NumberText.grouped(published.bytes()),
                    NumberText.tenths(timing.seconds()),
                    NumberText.grouped(timing.recordsPerSecond()));
        }
        table.print(output.out(), "  ");
        output.line("seconds on the clock, from creating the connector to its last record, waiting included");
        output.section("Inspect the files");
        inspection.forEach(output::line);
        String surplus = result.surplus() == 0
                ? ""
                : ", and " + NumberText.counted(result.surplus(), "record") + " came back that nobody sent";
        output.result(
                NumberText.grouped(result.identical()) + " of " + NumberText.grouped(input.records())
                        + " records came back identical" + surplus,
                result.allIdentical(input.records()));
    }

    /** The path as the user would type it: relative to the working directory if it is inside. */
    static Path shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }

    /** The word in the quotes that a shell needs. */
    static String quoted(String word) {
        return word.matches("[\\w./:+=-]*") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static double secondsSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}

package io.parquetry.demo;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.LocalStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of the demo with a table: half of the records, a compaction as another program makes it, the other half,
 * and the records of the table.
 */
final class TableDemo {
    private final DemoSettings settings;
    private final DemoInput input;
    private final DemoOutput output;

    TableDemo(DemoSettings settings, DemoInput input, DemoOutput output) {
        this.settings = settings;
        this.input = input;
        this.output = output;
    }

    /** Runs all steps; true when every record is in the table once. */
    boolean run(KafkaDistribution distribution) throws IOException {
        output.section("Starting a Kafka broker and a Connect worker");
        StackSettings stackSettings = StackSettings.in(settings.directory());
        long found;
        Path first;
        try (KafkaStack stack = LocalStack.start(distribution, stackSettings, output::ready);
                Topics topics = new Topics(stack.bootstrapServers());
                DemoTable table = DemoTable.in(stack.dataDirectory(), settings.topic())) {
            output.line("the catalog is a file of SQLite, " + Demo.shown(table.catalogFile()));
            SentRecords sent = new SentRecords(settings, input, output);
            long half = input.records() / 2;
            sent.send(topics, 0, half);
            ConnectClient worker = stack.worker().rest();
            write(worker, table, stack.dataDirectory(), half);
            compact(table);
            sent.send(topics, half, input.records());
            output.section("Sink: the rest is appended to the compacted table");
            await(worker, table, input.records());
            show(table.history());
            found = read(table);
            first = table.files().get(0);
            output.section("Stopping what was started");
        }
        output.section("Inspect the files");
        DemoStorage.readers(first).forEach(output::line);
        boolean isWhole = found == input.records();
        output.result(
                NumberText.grouped(found) + " of " + NumberText.grouped(input.records())
                        + " records are in the table once",
                isWhole);
        return isWhole;
    }

    private void write(ConnectClient worker, DemoTable table, Path directory, long records) throws IOException {
        output.section("Sink: the topic becomes the table " + table.name());
        Map<String, String> keys = new HashMap<>(table.keys());
        keys.put("storage.url", directory.toUri().toString());
        long flushSize = Demo.flushSize(settings, input);
        worker.create(Connectors.SINK, Connectors.sink(settings.topic(), keys, input.schema(), flushSize));
        await(worker, table, records);
    }

    private void await(ConnectClient worker, DemoTable table, long records) throws IOException {
        try (DemoOutput.ProgressDisplay progress = output.progress("in the table", records)) {
            ConnectorWatch.Count count = () -> {
                Demo.pause();
                return table.records();
            };
            new ConnectorWatch(worker, Connectors.SINK).await(count, records, progress);
        }
        output.line(NumberText.counted(table.records(), "record") + " in "
                + NumberText.counted(table.files().size(), "file"));
    }

    private void compact(DemoTable table) throws IOException {
        output.section("Another program compacts the table");
        int joined = table.compact();
        output.line(NumberText.counted(joined, "file") + " became "
                + NumberText.counted(table.files().size(), "file"));
    }

    private void show(List<DemoTable.Step> history) {
        output.section("The table's snapshots");
        TextTable snapshots = new TextTable(
                Column.left("operation"),
                Column.right("files added"),
                Column.right("files removed"),
                Column.right("records"));
        history.forEach(step -> snapshots.row(
                step.operation(),
                NumberText.grouped(step.filesAdded()),
                NumberText.grouped(step.filesRemoved()),
                NumberText.grouped(step.records())));
        snapshots.print(output.out(), "  ");
    }

    private long read(DemoTable table) throws IOException {
        output.section("Reading every file of the table");
        long found = table.read().records();
        output.line("by partition and offset; the files are those that Iceberg's library names");
        return found;
    }
}

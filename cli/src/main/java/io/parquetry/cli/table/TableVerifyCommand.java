package io.parquetry.cli.table;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry table verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Check that the tables of a connector have every offset once.",
            "",
            "The offsets are those of the columns _kafka.partition and _kafka.offset, also in files that a compaction"
                    + " wrote; without these columns, those of the sink's file names and footers. Checked is from the"
                    + " smallest offset in the table to the table's position. Offsets that Kafka never gave to the"
                    + " sink are no gaps where footers name them.",
            "Prints a line for each fault: offsets that are missing, or in the table more than once, with the files;"
                    + " files that are gone or cannot be checked. Rows that a delete file deletes count as if they"
                    + " were there. Exit code 1 if there is a fault. After two seconds, progress goes to stderr."
        })
final class TableVerifyCommand implements Callable<Integer> {
    /** More runs of offsets of one topic-partition are counted, not printed. */
    private static final int LINES_MAX = 100;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ConnectorOption connector;

    private final List<String> faults = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        CliConsole out = CliConsole.outliving(spec);
        int[] count = {0};
        try (ConnectorTables tables = connector.open()) {
            tables.forEach((table, topics) -> {
                count[0]++;
                verify(tables, table, topics, out);
            });
        }
        faults.forEach(out::println);
        out.println(NumberText.counted(count[0], "table") + ", "
                + (faults.isEmpty() ? "no fault" : NumberText.counted(faults.size(), "fault")));
        return faults.isEmpty() ? 0 : 1;
    }

    private void verify(ConnectorTables tables, Table table, Collection<String> topics, CliConsole out)
            throws IOException {
        Optional<Table.State> state = table.read();
        if (state.isEmpty()) {
            faults.add(tables.absent(table));
            return;
        }
        Optional<String> absentBranch = tables.absentBranch(table, state.get());
        if (absentBranch.isPresent()) {
            faults.add(absentBranch.get());
            return;
        }
        TableStatus status = TableStatus.of(state, tables.storage(), tables.connector(), topics, tables.branch());
        TableContents contents = new TableContents(tables.storage(), state);
        ProgressLines progress =
                new ProgressLines(spec.commandLine().getErr(), table.name() + ": ", "bytes", contents.bytes());
        contents.read(contents.files(), progress::reached);
        faults.addAll(contents.faults());
        contents.deletes()
                .forEach(file -> out.println(file.location() + ": deletes " + NumberText.counted(file.rows(), "row")
                        + " of " + table.name() + ", which count here as if they were there"));
        for (TableStatus.OfPartition each : status.partitions()) {
            verify(tables, contents, each, out);
        }
    }

    private void verify(ConnectorTables tables, TableContents contents, TableStatus.OfPartition status, CliConsole out)
            throws IOException {
        TopicPartition partition = status.partition();
        TableContents.OfPartition has = contents.of(partition);
        int faultsBefore = faults.size();
        status.fault().ifPresent(fault -> faults.add(ConnectorTables.waits(status, fault)));
        if (has.records() == 0) {
            out.println(partition + ": the table has no record of it");
            return;
        }
        reportGaps(tables, contents, partition, status.end().orElse(has.last() + 1));
        reportDoubled(contents, partition);
        if (faults.size() == faultsBefore) {
            out.println(partition + ": offsets " + has.first() + " to " + has.last() + ", "
                    + NumberText.counted(has.records(), "record") + ", each once");
        }
    }

    private void reportGaps(ConnectorTables tables, TableContents contents, TopicPartition partition, long end)
            throws IOException {
        if (contents.of(partition).gaps(end).isEmpty()) {
            return;
        }
        Map<String, PartitionOffsets> others = learn(tables, contents, partition, end);
        List<PartitionOffsets.Range> gaps = contents.of(partition).gaps(end);
        for (PartitionOffsets.Range gap : gaps.subList(0, Math.min(gaps.size(), LINES_MAX))) {
            List<String> having = others.entrySet().stream()
                    .filter(other ->
                            other.getValue().ranges().stream().anyMatch(range -> range.meets(gap.first(), gap.last())))
                    .map(Map.Entry::getKey)
                    .toList();
            faults.add(partition + ": " + gap + " missing in the table"
                    + (having.isEmpty() ? "" : ", and in " + String.join(", ", having) + ", which it does not have"));
        }
        reportMore(partition, gaps.size(), "missing");
    }

    private void reportMore(TopicPartition partition, int runs, String what) {
        if (runs > LINES_MAX) {
            faults.add(partition + ": " + NumberText.counted(runs - LINES_MAX, "more run") + " of offsets are " + what);
        }
    }

    /**
     * Looks into files of the sink that the table does not have, since a compaction replaced them or they were never
     * appended: their footers tell of offsets that no file holds.
     *
     * @return the offsets that they have
     */
    private static Map<String, PartitionOffsets> learn(
            ConnectorTables tables, TableContents contents, TopicPartition partition, long end) throws IOException {
        Set<String> known = new HashSet<>();
        contents.files().forEach(file -> file.path().ifPresent(known::add));
        Map<DataFileName, StoredFile> stored = new TreeMap<>(
                Comparator.comparingLong(DataFileName::firstOffset).thenComparing(DataFileName::format));
        tables.archive(partition::equals)
                .filter(file -> !known.contains(file.stored().path()))
                .forEach(file -> stored.put(file.name(), file.stored()));
        Map<String, PartitionOffsets> others = new LinkedHashMap<>();
        List<PartitionOffsets.Range> gaps = contents.of(partition).gaps(end);
        for (Map.Entry<DataFileName, StoredFile> each : stored.entrySet()) {
            DataFileName name = each.getKey();
            boolean matters = gaps.stream()
                    .anyMatch(gap ->
                            gap.meets(name.firstOffset(), name.lastOffset()) || gap.last() + 1 == name.firstOffset());
            if (matters) {
                others.put(
                        each.getValue().path(),
                        contents.learn(
                                name, each.getValue().path(), each.getValue().bytes()));
                gaps = contents.of(partition).gaps(end);
            }
        }
        return others;
    }

    private void reportDoubled(TableContents contents, TopicPartition partition) throws IOException {
        if (contents.of(partition).doubled().isEmpty()) {
            return;
        }
        Map<String, PartitionOffsets> byFile = contents.doubled(partition);
        List<PartitionOffsets.Range> runs = contents.of(partition).doubled().ranges();
        for (PartitionOffsets.Range run : runs.subList(0, Math.min(runs.size(), LINES_MAX))) {
            List<String> having = byFile.entrySet().stream()
                    .filter(file ->
                            file.getValue().ranges().stream().anyMatch(range -> range.meets(run.first(), run.last())))
                    .map(Map.Entry::getKey)
                    .toList();
            faults.add(partition + ": " + run + " more than once in the table, in " + String.join(", ", having));
        }
        reportMore(partition, runs.size(), "in the table more than once");
    }
}

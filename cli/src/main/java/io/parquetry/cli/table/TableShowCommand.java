package io.parquetry.cli.table;

import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry table show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "List how far the tables of a connector are behind its ledgers.",
            "",
            "Position is the last entry of the ledger whose files the table has, and entry the newest one. Waiting are"
                    + " the entries between them, with their files, rows and bytes, and since when the first of them"
                    + " waits; the newest entry is not ready before the next one. Complete through is the largest"
                    + " record time up to which no offset is missing. Exit code 1 if a partition waits for a person,"
                    + " or there is no table."
        })
final class TableShowCommand implements Callable<Integer> {
    private static final long MINUTE_S = 60;
    private static final long HOUR_S = 60 * MINUTE_S;
    private static final long DAY_S = 24 * HOUR_S;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ConnectorOption connector;

    @Mixin
    private JsonOption json;

    private final TextTable rows = new TextTable(
            Column.left("table"),
            Column.left("topic"),
            Column.right("partition"),
            Column.right("position"),
            Column.right("entry"),
            Column.right("next offset"),
            Column.right("waiting"),
            Column.right("files"),
            Column.right("rows"),
            Column.right("bytes"),
            Column.right("since"),
            Column.left("complete through"));

    /** What stands below the rows. */
    private final List<String> remarks = new ArrayList<>();

    private int exitCode;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (ConnectorTables tables = connector.open();
                JsonLines lines = new JsonLines(out)) {
            tables.forEach((table, topics) -> show(tables, table, topics, lines));
        }
        if (!json.isGiven()) {
            rows.print(out, "");
            remarks.forEach(out::println);
        }
        return exitCode;
    }

    private void show(ConnectorTables tables, Table table, Collection<String> topics, JsonLines lines)
            throws IOException {
        Optional<Table.State> state = table.read();
        if (state.isEmpty()) {
            exitCode = 1;
            spec.commandLine().getErr().println(tables.absent(table));
            return;
        }
        TableStatus status = TableStatus.of(state, tables.storage(), tables.connector(), topics, tables.branch());
        for (TableStatus.OfPartition each : status.partitions()) {
            exitCode = each.fault().isPresent() ? 1 : exitCode;
            if (json.isGiven()) {
                lines.write(object(table, status, each));
            } else {
                row(table, each);
                remark(each);
            }
        }
        tables.absentBranch(table, state.get()).ifPresent(remarks::add);
        if (!status.otherConnectors().isEmpty()) {
            remarks.add(
                    table.name() + ": is fed by other connectors too: " + String.join(", ", status.otherConnectors()));
        }
    }

    private static JsonRow object(Table table, TableStatus status, TableStatus.OfPartition of) {
        return new JsonRow()
                .put("table", table.name())
                .put("topic", of.partition().topic())
                .put("partition", of.partition().partition())
                .put("property", of.property())
                .put("position", of.position().orElse(null))
                .put("positionOfSnapshot", of.ofSnapshot().orElse(null))
                .put("entry", of.newest().map(LedgerEntry::sequence).orElse(null))
                .put("nextOffset", of.newest().map(LedgerEntry::nextOffset).orElse(OptionalLong.empty()))
                .put("waitingEntries", of.waiting().entries())
                .put("waitingFiles", of.waiting().files().size())
                .put("waitingRows", of.waiting().rows())
                .put("waitingBytes", of.waiting().bytes())
                .put("waitingSince", of.waiting().sinceMs())
                .put("validThrough", of.validThrough().orElse(null))
                .put("fault", of.fault().orElse(null))
                .put("otherConnectors", List.copyOf(status.otherConnectors()));
    }

    private void row(Table table, TableStatus.OfPartition of) {
        rows.row(
                table.name(),
                of.partition().topic(),
                String.valueOf(of.partition().partition()),
                of.position().isPresent() ? String.valueOf(of.sequence()) : "none",
                of.newest().map(entry -> String.valueOf(entry.sequence())).orElse("none"),
                of.newest()
                        .map(LedgerEntry::nextOffset)
                        .filter(OptionalLong::isPresent)
                        .map(offset -> String.valueOf(offset.getAsLong()))
                        .orElse("none"),
                String.valueOf(of.waiting().entries()),
                String.valueOf(of.waiting().files().size()),
                String.valueOf(of.waiting().rows()),
                String.valueOf(of.waiting().bytes()),
                of.waiting().sinceMs().isPresent()
                        ? age(System.currentTimeMillis()
                                - of.waiting().sinceMs().getAsLong())
                        : "",
                of.validThrough().map(TableShowCommand::time).orElse(""));
    }

    private void remark(TableStatus.OfPartition of) {
        of.fault().ifPresent(fault -> remarks.add(ConnectorTables.waits(of, fault)));
        if (of.ofSnapshot().isPresent() && !of.ofSnapshot().equals(of.position())) {
            remarks.add(of.partition() + ": the newest snapshot was made at position "
                    + of.ofSnapshot().get() + ", the table has "
                    + of.position().orElse("no position") + ": somebody has rolled it back, or set the position");
        }
    }

    private static String time(String milliseconds) {
        return milliseconds.matches("-?[0-9]{1,15}")
                ? Instant.ofEpochMilli(Long.parseLong(milliseconds)).toString()
                : milliseconds;
    }

    /** In the largest unit that there is one of. */
    private static String age(long milliseconds) {
        long seconds = Math.max(0, milliseconds / 1_000);
        if (seconds < MINUTE_S) {
            return seconds + " s";
        }
        if (seconds < HOUR_S) {
            return seconds / MINUTE_S + " min";
        }
        return seconds < DAY_S ? seconds / HOUR_S + " h" : seconds / DAY_S + " d";
    }
}

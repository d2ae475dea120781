package io.parquetry.cli.table;

import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableAdoption;
import io.parquetry.connect.sink.table.TableAdoption.ArchivedFile;
import io.parquetry.connect.sink.table.TableStatus;
import io.parquetry.format.ParquetException;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code parquetry table adopt}. */
@Command(
        name = "adopt",
        mixinStandardHelpOptions = true,
        description = {
            "Give a table the files that a connector wrote before it had the table, or set the table's position.",
            "",
            "With --files the table, which is created if that is allowed, gets each file of the connector's archive"
                    + " that the ledger covers and the table does not have, and the position of the ledger. Files"
                    + " without field ids are found by the names of their columns"
                    + " (schema.name-mapping.default); they are refused if they have times in milliseconds, as"
                    + " those of Connect's Timestamp and of record.metadata=kafka. A run that was interrupted is"
                    + " repeated.",
            "With --position the table has, from then on, all files up to an entry of the ledger, without any being"
                    + " appended.",
            "Without --yes nothing is changed, and what would be is printed. Stop the connector before. A task that"
                    + " appends at the same time makes the command fail, or fails itself, and nothing is lost or"
                    + " repeated. Exit code 1 if something was left out."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry table adopt connector.json --files",
            "  parquetry table adopt connector.json --files --yes",
            "  parquetry table adopt connector.json --topic orders --partition 0 --position newest --yes"
        })
final class TableAdoptCommand implements Callable<Integer> {
    private static final String NEWEST = "newest";
    private static final String MOVED = ": a task has moved the position meanwhile, and nothing more was changed; stop"
            + " the connector, and repeat the command";

    @Spec
    private CommandSpec spec;

    @Mixin
    private ConnectorOption connector;

    @Option(names = "--partition", paramLabel = "N", description = "Only this partition.")
    private Integer partition;

    @ArgGroup(multiplicity = "1")
    private What what;

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    private int exitCode;

    /** Whether a ledger or a table has a partition that is asked for. */
    private boolean isFound;

    /** One of the two. */
    private static final class What {
        @Option(names = "--files", description = "Give the table the files that it does not have.")
        private boolean files;

        @Option(
                names = "--position",
                paramLabel = "ENTRY",
                description = "Set the position to an entry of the ledger: its number, or newest.")
        private String entry;
    }

    @Override
    public Integer call() throws IOException {
        if (what.entry != null && !what.entry.matches(NEWEST + "|[1-9][0-9]{0,17}")) {
            throw new ParameterException(
                    spec.commandLine(), "--position " + what.entry + ": give the number of an entry, or newest");
        }
        if (what.entry != null && !what.entry.equals(NEWEST) && (partition == null || !connector.hasTopic())) {
            throw new ParameterException(
                    spec.commandLine(), "--position " + what.entry + ": give --topic and --partition of the ledger");
        }
        try (ConnectorTables tables = connector.open()) {
            tables.forEach((table, topics) -> adopt(tables, table, topics));
        }
        if (partition != null && !isFound && exitCode == 0) {
            fail("neither a ledger of the connector nor a position of the table is of partition " + partition + "; see"
                    + " `parquetry table show`");
        } else if (!yes) {
            out().println("nothing was changed; add --yes to do it");
        }
        return exitCode;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private void adopt(ConnectorTables tables, Table table, Collection<String> topics) throws IOException {
        Optional<Table.State> state = table.read();
        if (state.isEmpty() && (what.entry != null || !tables.mayCreate())) {
            fail(tables.absent(table));
            return;
        }
        TableStatus status = TableStatus.of(state, tables.storage(), tables.connector(), topics, tables.branch());
        List<TableStatus.OfPartition> partitions = status.partitions().stream()
                .filter(each -> partition == null || each.partition().partition() == partition)
                .toList();
        isFound |= !partitions.isEmpty();
        TableAdoption adoption = new TableAdoption(table, tables.storage(), tables.connector(), tables.branch());
        if (what.files) {
            takeFiles(tables, table, state, partitions, adoption);
            return;
        }
        for (TableStatus.OfPartition each : partitions) {
            try {
                move(tables, state.get(), each, adoption);
            } catch (CommandException e) {
                fail(e.getMessage());
            }
        }
    }

    private void fail(String reason) {
        exitCode = 1;
        spec.commandLine().getErr().println(reason);
    }

    private void move(ConnectorTables tables, Table.State state, TableStatus.OfPartition status, TableAdoption adoption)
            throws IOException {
        LedgerEntry newest = status.newest()
                .orElseThrow(() -> new CommandException(status.partition() + ": there is no ledger"
                        + status.fault()
                                .map(fault -> " that can be read: " + fault)
                                .orElse("")));
        LedgerEntry wanted = what.entry.equals(NEWEST) ? newest : entry(tables, status, newest);
        requireNoRepetition(status, newest, wanted);
        TablePosition to = new TablePosition(wanted.sequence(), wanted.id());
        String text = status.partition() + ": position " + status.position().orElse("none") + " -> " + to.text();
        if (yes && !adoption.move(state, status.partition(), to)) {
            fail(status.partition() + MOVED);
            return;
        }
        out().println(text);
    }

    private LedgerEntry entry(ConnectorTables tables, TableStatus.OfPartition status, LedgerEntry newest)
            throws IOException {
        long sequence = Long.parseLong(what.entry);
        String directory = new LedgerDirectory(
                        tables.connector(),
                        status.partition().topic(),
                        status.partition().partition())
                .path();
        return new LedgerReader(tables.storage(), directory)
                .read(sequence)
                .filter(entry -> sequence <= newest.sequence())
                .orElseThrow(() -> new CommandException(status.partition() + ": the ledger has no entry " + sequence
                        + "; its newest one is " + newest.sequence()));
    }

    /** The sink would append the entries behind the position once more, or refuse to. */
    private static void requireNoRepetition(TableStatus.OfPartition status, LedgerEntry newest, LedgerEntry wanted) {
        long known = newest.table().map(TablePosition::sequence).orElse(0L);
        long has = status.sequence() <= newest.sequence() ? Math.max(known, status.sequence()) : known;
        if (has > wanted.sequence()) {
            throw new CommandException(status.partition() + ": the table has had the files up to entry " + has
                    + "; after position " + wanted.sequence() + " they would be appended again");
        }
    }

    private void takeFiles(
            ConnectorTables tables,
            Table table,
            Optional<Table.State> state,
            List<TableStatus.OfPartition> partitions,
            TableAdoption adoption)
            throws IOException {
        Map<TopicPartition, List<ArchivedFile>> archive = tables.archive(of ->
                        partitions.stream().anyMatch(each -> each.partition().equals(of)))
                .collect(Collectors.groupingBy(file ->
                        new TopicPartition(file.name().topic(), file.name().partition())));
        FileOwners owners = tables.owners();
        TableContents contents = new TableContents(tables.storage(), state);
        contents.read(contents.files(), progress(table, "read", contents.bytes())::reached);
        for (TableStatus.OfPartition each : partitions) {
            try {
                List<ArchivedFile> files = archive.getOrDefault(each.partition(), List.of());
                AdoptionPlan plan = AdoptionPlan.of(each, files, contents, owners);
                plan.remarks().forEach(out()::println);
                plan.conflicts().forEach(this::fail);
                take(table, plan, adoption);
            } catch (CommandException | DataException e) {
                fail(e.getMessage());
            } catch (ParquetException e) {
                fail(each.partition() + ": a file cannot be read: " + e.getMessage());
            } catch (NoSuchFileException e) {
                fail(each.partition() + ": the file " + e.getFile() + " has gone meanwhile; repeat the command");
            }
        }
    }

    private ProgressLines progress(Table table, String verb, long bytes) {
        return new ProgressLines(spec.commandLine().getErr(), table.name() + ": ", "bytes " + verb, bytes);
    }

    private void take(Table table, AdoptionPlan plan, TableAdoption adoption) throws IOException {
        TopicPartition of = plan.status().partition();
        if (plan.isDone()) {
            out().println(of + ": the table has everything up to position "
                    + plan.position().text());
            return;
        }
        long bytes = plan.bytes();
        Set<MessageType> unnumbered = adoption.check(plan.files(), progress(table, "checked", bytes)::reached);
        if (yes) {
            adoption.prepare(unnumbered);
            boolean done = adoption.take(
                    of,
                    plan.status().position(),
                    plan.files(),
                    plan.position(),
                    plan.end(),
                    progress(table, "appended", bytes)::reached);
            if (!done) {
                fail(of + MOVED);
                return;
            }
        }
        out().println(of + ": " + plan.text());
    }
}

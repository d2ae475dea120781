package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;

/**
 * Begins or corrects the position of a table as a person has decided, and gives the table files that were written
 * before it had a position.
 *
 * <ol type="a">
 *   <li>Each change is the guarded commit of the sink: of two that change a position at once, one is refused.
 *   <li>While files need several commits, the table has a text in place of the position that no task takes for one.
 *       Until the last of these commits nothing else is appended, and a run that was interrupted is repeated.
 * </ol>
 */
public final class TableAdoption {
    private final Table table;
    private final Storage storage;
    private final String connector;
    private final Optional<String> branch;

    /**
     * A file that the sink has written.
     *
     * @param name by which it is known what it has
     */
    public record ArchivedFile(StoredFile stored, DataFileName name) {
        public ArchivedFile {
            Objects.requireNonNull(stored, "stored");
            Objects.requireNonNull(name, "name");
        }
    }

    public TableAdoption(Table table, Storage storage, String connector, Optional<String> branch) {
        this.table = Objects.requireNonNull(table, "table");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.connector = Objects.requireNonNull(connector, "connector");
        this.branch = Objects.requireNonNull(branch, "branch");
    }

    /** Whether a position is the text that a run has left which did not end. */
    public static boolean isUnfinished(String position) {
        return position.startsWith(TablePositions.ADOPTING);
    }

    private String property(TopicPartition partition) {
        return TablePositions.property(connector, partition, branch);
    }

    /**
     * Sets a position behind entry 0.
     *
     * @param state in which the position was looked at
     * @return false when another has moved the position since then; nothing was changed
     */
    public boolean move(Table.State state, TopicPartition partition, TablePosition to) throws IOException {
        Map<String, String> positions = Map.of(property(partition), to.text());
        return table.append(state, new Table.Append(positions, Map.of(), Map.of(), List.of())) && mark(partition, to);
    }

    private boolean mark(TopicPartition partition, TablePosition to) throws IOException {
        new AppendMarks(storage).require(new ConnectorLedgers(storage, connector).directory(partition), to);
        return true;
    }

    /**
     * Reads the footers of files that the table is to get.
     *
     * @param progress is told how many bytes of files are done
     * @return the columns of those without field ids
     * @throws DataException when the table cannot have one of them
     */
    public Set<MessageType> check(List<ArchivedFile> files, LongConsumer progress) throws IOException {
        Optional<Table.State> state = table.read();
        Set<MessageType> unnumbered = new LinkedHashSet<>();
        long bytes = 0;
        for (ArchivedFile file : files) {
            FileMetadata footer = footer(file);
            MessageType columns = footer.schema();
            if (hasIds(columns)) {
                requireSameIds(file, footer, state);
            } else if (unnumbered.add(columns)) {
                requireTypes(file, columns);
            }
            bytes += file.stored().bytes();
            progress.accept(bytes);
        }
        return unnumbered;
    }

    private void requireTypes(ArchivedFile file, MessageType columns) {
        try {
            table.requireTypes(columns);
        } catch (DataException e) {
            throw new DataException(file.stored().path() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Creates the table where there is none, and gives it what it lacks to have files with such columns.
     *
     * @param unnumbered as {@link #check} returns them
     * @throws DataException when it must not be changed so
     */
    public void prepare(Set<MessageType> unnumbered) throws IOException {
        if (!unnumbered.isEmpty()) {
            table.prepare(unnumbered.iterator().next(), Table.Value.KNOWN, () -> {});
            for (MessageType columns : unnumbered) {
                table.numbered(columns, Table.Value.KNOWN);
            }
            table.acceptUnnumbered();
        }
    }

    private static boolean hasIds(MessageType columns) {
        return columns.leaves().stream().anyMatch(leaf -> leaf.type().fieldId().isPresent());
    }

    /** The ids of a table that was created anew may mean other columns; those of the same table never do. */
    private void requireSameIds(ArchivedFile file, FileMetadata footer, Optional<Table.State> state) {
        if (state.isEmpty()) {
            throw new DataException(file.stored().path() + ": was written for a table, and there is no table "
                    + table.name() + "; restore it");
        }
        if (state.get().isOwn(footer)) {
            return;
        }
        for (LeafColumn leaf : footer.schema().leaves()) {
            OptionalInt has = state.get().fieldId(leaf.dottedPath());
            if (has.isPresent() && !has.equals(leaf.type().fieldId())) {
                throw new DataException(file.stored().path() + ": its column " + leaf.dottedPath()
                        + " has another field id than in the table " + table.name()
                        + ", so it was written for another table");
            }
        }
    }

    /**
     * Appends files after the table was prepared for them, and sets the position.
     *
     * @param was the position until now
     * @param files in the order of their offsets
     * @param end offsets below it are in the files, in the table or in no file
     * @param progress is told how many bytes of files are done
     * @return false when another has moved the position; another run continues with what is in the table then
     * @throws DataException when the table cannot have a file
     */
    public boolean take(
            TopicPartition partition,
            Optional<String> was,
            List<ArchivedFile> files,
            TablePosition to,
            long end,
            LongConsumer progress)
            throws IOException {
        String property = property(partition);
        Optional<String> expected = was;
        int next = 0;
        long bytes = 0;
        while (true) {
            Table.State state = table.read()
                    .orElseThrow(() -> new IOException("the table " + table.name() + " was dropped meanwhile"));
            if (!Optional.ofNullable(state.properties().get(property)).equals(expected)) {
                return false;
            }
            AppendSlice.OfEntry some = new AppendSlice.OfEntry(new ReadyEntries.Ready(to, List.of(), end));
            while (next < files.size() && !some.isFull()) {
                ArchivedFile file = files.get(next++);
                FileMetadata footer = footer(file);
                some.add(file.name().lastOffset(), entry(state, file, footer), footer);
                bytes += file.stored().bytes();
                progress.accept(bytes);
            }
            AppendSlice slice = new AppendSlice(AppendSlice.FILES_MAX);
            slice.add(partition, property, to, some);
            Table.Append all = slice.append(state, connector, branch);
            boolean isLast = next == files.size();
            // Another text each time, so that a second run cannot take this one for its own.
            String held = TablePositions.ADOPTING + UUID.randomUUID();
            Table.Append part =
                    isLast ? all : new Table.Append(Map.of(property, held), Map.of(), all.summary(), all.files());
            if (!table.append(state, part)) {
                return false;
            }
            if (isLast) {
                return mark(partition, to);
            }
            expected = Optional.of(held);
        }
    }

    private Table.Entry entry(Table.State state, ArchivedFile file, FileMetadata footer) {
        try {
            return state.entry(new TableFile(file.stored().path(), file.stored().bytes(), footer));
        } catch (DataException e) {
            throw new DataException(
                    "the table " + table.name() + " cannot have the file "
                            + file.stored().path() + ": " + e.getMessage(),
                    e);
        }
    }

    private FileMetadata footer(ArchivedFile file) throws IOException {
        try (ParquetReader reader =
                ParquetReader.open(storage.open(file.stored().path()), ReaderOptions.DEFAULT)) {
            FileMetadata footer = reader.metadata();
            footer.readDetails();
            return footer;
        }
    }
}

package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** A table in its catalog. Methods are called by one thread at a time. */
public interface Table {
    /** What messages call it. */
    String name();

    /**
     * What the table says now, read from the catalog; empty when there is no table.
     *
     * @throws IOException when the catalog or the storage fails
     */
    Optional<State> read() throws IOException;

    /** What the table said when it was read. */
    interface State {
        /** Its properties, among them the positions. */
        Map<String, String> properties();

        /** What the newest snapshot says of itself; empty when there is none. */
        Map<String, String> summary();

        /** The names of its branches; there are none before the first snapshot. */
        Set<String> branches();

        /**
         * Whether the branch to append to goes on from a snapshot of a position: it is there, or it would begin with
         * such a snapshot.
         *
         * @param property of the table that has the position
         */
        boolean continues(String property, String position);

        /** Visits the files of the newest snapshot. */
        void files(ContentVisitor visitor) throws IOException;

        /** Opens a file of the table that is not below the URL of the storage. */
        InputFile open(Content content) throws IOException;

        /** The number by which files know a column; empty when the table does not have it. */
        OptionalInt fieldId(String dottedPath);

        /** Whether a file has numbers of this table, which never gives one to another column. */
        boolean isOwn(FileMetadata footer);

        /**
         * Makes a file ready to be appended.
         *
         * @throws DataException why the table cannot have the file
         */
        Entry entry(TableFile file);
    }

    /**
     * A file that a table has.
     *
     * @param path in the storage of the data files; empty when it is elsewhere
     * @param isDelete whether it says which rows of other files are deleted
     */
    record Content(String location, Optional<String> path, long rows, long bytes, boolean isDelete) {}

    /** Receives the files of a table. */
    @FunctionalInterface
    interface ContentVisitor {
        void file(Content content) throws IOException;
    }

    /** A file in the form in which its table keeps it. */
    interface Entry {}

    /**
     * What a table gets in one commit.
     *
     * @param positions properties that are set if nobody has changed them
     * @param facts further properties that are set
     * @param summary what the snapshot says beside the positions and facts
     * @param files of the state that the append was computed from
     */
    record Append(
            Map<String, String> positions, Map<String, String> facts, Map<String, String> summary, List<Entry> files) {
        public Append {
            positions = Map.copyOf(positions);
            facts = Map.copyOf(facts);
            summary = Map.copyOf(summary);
            files = List.copyOf(files);
        }
    }

    /**
     * Appends files and sets properties, all or nothing.
     *
     * @param state what the append was computed from
     * @return false when another has moved a position since the state was read; nothing was changed then
     * @throws IOException when it failed, or when it is unknown whether it was done
     */
    boolean append(State state, Append append) throws IOException;

    /**
     * Reads the table, and creates it where that is allowed.
     *
     * @param columns of a table that is created
     * @param value whether those of values are among them; if not, the first that come complete the table
     * @param creation is asked when there is no table
     * @return what the table says
     * @throws IOException when there is no table and it may not be created, too
     */
    State prepare(MessageType columns, Value value, CreationCheck creation) throws IOException;

    /** Decides whether a table may be created; asked by any thread. */
    @FunctionalInterface
    interface CreationCheck {
        /** @throws IOException why it may not be */
        void requireAllowed() throws IOException;
    }

    /** Whether it is known what the columns of values are: nulls without a schema do not tell. */
    enum Value {
        KNOWN,
        UNKNOWN
    }

    /**
     * Gives the columns of a file the field ids of the table, which gets those columns first that it does not have. The
     * table must have been {@linkplain #prepare prepared}.
     *
     * @param value whether the columns of values are among them
     * @throws DataException when the table cannot have them, or must not be changed
     */
    TableColumns numbered(MessageType columns, Value value) throws IOException;

    /** @throws DataException when no table of the format can have columns of these types */
    void requireTypes(MessageType columns);

    /**
     * Has the table find the columns of files without field ids by their names. The table must have been
     * {@linkplain #prepare prepared}.
     */
    void acceptUnnumbered() throws IOException;

    /**
     * The columns that have a value in files without them, each by its name and those of the columns around it, from
     * the outermost inwards. The table must have been {@linkplain #prepare prepared}.
     */
    Set<List<String>> columnsWithDefault();

    /** Whether files are of partitions. The table must have been {@linkplain #prepare prepared}. */
    boolean isPartitioned();

    /**
     * The partition of a record, of a table that is partitioned.
     *
     * @param layout of the record
     * @throws DataException when a column that is partitioned by cannot hold its value
     */
    TablePartition partition(SinkRecord record, RecordLayout layout);
}

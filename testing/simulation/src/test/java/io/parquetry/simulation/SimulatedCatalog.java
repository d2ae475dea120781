package io.parquetry.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/**
 * The catalog of one table as one process uses it: each request is a step. A reply that is lost is an unknown outcome,
 * but for a client that sends its request again: then it may be refused although the first one was done.
 */
public final class SimulatedCatalog extends OneTableCatalog {
    static final String CONNECTION = "connection";

    /** The name of a property that is the position of a topic-partition ends with its number. */
    private static final Pattern POSITION = Pattern.compile("parquetry\\..*\\.[0-9]+");

    private static final Map<String, Connection> CONNECTIONS = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBERS = new AtomicLong();

    private Connection connection;

    /** What a process reaches by a catalog that the library makes by its name. */
    private record Connection(SimulatedProcess process, SimulatedTable table, Correction correction) {}

    /** Other positions than the table has, for a planted bug. */
    @FunctionalInterface
    interface Correction {
        String corrected(String property, String position);
    }

    /** Returns the value of the property {@link #CONNECTION}. */
    static String connect(SimulatedProcess process, SimulatedTable table, Correction correction) {
        String number = Long.toString(NUMBERS.incrementAndGet());
        CONNECTIONS.put(number, new Connection(process, table, correction));
        return number;
    }

    static void disconnect(String number) {
        CONNECTIONS.remove(number);
    }

    @Override
    public void initialize(String name, Map<String, String> properties) {
        connection = CONNECTIONS.get(properties.get(CONNECTION));
    }

    @Override
    public Table loadTable(TableIdentifier identifier) {
        return new BaseTable(new Operations(connection), identifier.toString());
    }

    /** The requests of a process. */
    private static final class Operations extends SimulatedTable.Direct {
        private final World world;
        private final SimulatedRequests requests;
        private final Connection connection;

        /** What the table was when the process read something else. */
        private final Map<TableMetadata, TableMetadata> real = new IdentityHashMap<>();

        private Optional<Map<String, String>> first = Optional.empty();
        private TableMetadata read;

        Operations(Connection connection) {
            connection.table().super();
            this.connection = connection;
            this.world = connection.process().world();
            this.requests = new SimulatedRequests(connection.process());
        }

        @Override
        public TableMetadata current() {
            return read == null ? refresh() : read;
        }

        @Override
        public TableMetadata refresh() {
            try {
                TableMetadata found = requests.send(Step.TABLE_READ, "the table", connection.table()::metadata);
                read = shown(found);
                real.put(read, found);
                return read;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void commit(TableMetadata base, TableMetadata next) {
            TableMetadata expected = real.get(base);
            TableMetadata wanted = withUnseen(base, planted(base, next), expected);
            SimulatedRequests.Effect<Void> effect = () -> {
                connection.table().commit(expected, wanted);
                return null;
            };
            try {
                try {
                    requests.send(Step.TABLE_COMMIT, "the table", effect);
                } catch (FileAlreadyExistsException refused) {
                    throw refused;
                } catch (IOException lost) {
                    if (world.dice.chance(0.5)) {
                        throw lost;
                    }
                    requests.send(Step.TABLE_COMMIT, "the table again", effect);
                }
                read = null;
            } catch (FileAlreadyExistsException refused) {
                world.note("  refused");
                throw new CommitFailedException(refused, "the table was changed meanwhile");
            } catch (IOException lost) {
                throw new CommitStateUnknownException(lost);
            }
        }

        /** A snapshot without files is left out. */
        private TableMetadata planted(TableMetadata base, TableMetadata next) {
            if (!world.has(PlantedBug.POSITIONS_MOVE_WITHOUT_SNAPSHOT)
                    || next.currentSnapshot().summary().containsKey(SnapshotSummary.ADDED_FILES_PROP)) {
                return next;
            }
            return TableMetadata.buildFrom(base)
                    .setProperties(next.properties())
                    .build();
        }

        /** Positions that the process has not seen, and does not set, stay. */
        private static TableMetadata withUnseen(TableMetadata base, TableMetadata next, TableMetadata expected) {
            Map<String, String> unseen = positions(expected);
            unseen.keySet()
                    .removeIf(property -> !Objects.equals(
                            base.properties().get(property), next.properties().get(property)));
            return TableMetadata.buildFrom(next).setProperties(unseen).build();
        }

        /** The metadata as the process sees it. */
        private TableMetadata shown(TableMetadata found) {
            Map<String, String> has = positions(found);
            Map<String, String> shown;
            if (world.has(PlantedBug.POSITIONS_EXPIRE)) {
                shown = summarized(found);
            } else if (world.has(PlantedBug.POSITIONS_NOT_COMPARED_AGAIN)) {
                first = first.or(() -> Optional.of(has));
                shown = first.get();
            } else if (world.has(PlantedBug.CHAIN_NOT_COMPARED)) {
                shown = new HashMap<>(has);
                shown.replaceAll(connection.correction()::corrected);
            } else {
                return found;
            }
            if (shown.equals(has)) {
                return found;
            }
            return TableMetadata.buildFrom(found)
                    .removeProperties(new TreeSet<>(has.keySet()))
                    .setProperties(shown)
                    .discardChanges()
                    .build();
        }

        private static Map<String, String> positions(TableMetadata metadata) {
            return positions(metadata.properties());
        }

        private static Map<String, String> positions(Map<String, String> all) {
            Map<String, String> found = new HashMap<>(all);
            found.keySet().removeIf(key -> !POSITION.matcher(key).matches());
            return found;
        }

        private static Map<String, String> summarized(TableMetadata metadata) {
            Map<String, String> found = new HashMap<>();
            Snapshot snapshot = metadata.currentSnapshot();
            while (snapshot != null) {
                positions(snapshot.summary()).forEach(found::putIfAbsent);
                snapshot = snapshot.parentId() == null ? null : metadata.snapshot(snapshot.parentId());
            }
            positions(metadata).forEach((property, position) -> {
                if (position.startsWith("0 ")) {
                    found.putIfAbsent(property, position);
                }
            });
            return found;
        }
    }
}

package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableColumns;
import io.parquetry.connect.sink.table.TableFile;
import io.parquetry.connect.sink.table.TablePartition;
import io.parquetry.connect.sink.table.TableSettings;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchIcebergTableException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** A table of Iceberg. */
final class IcebergTable implements Table {
    private static final int ATTEMPTS_MAX = 5;

    /** A property of a table that was created for nulls, until the first value. */
    static final String UNFINISHED = "parquetry.unfinished";

    /** The thread that appends has time. */
    static final Duration APPENDING_LIMIT = Duration.ofSeconds(60);

    /** The library refuses a change whose time is further before that of the last one. */
    private static final long BEHIND_MS_MAX = 60_000;

    /** The task must be back in time for its next poll. */
    private static final Duration TASK_LIMIT = Duration.ofSeconds(20);

    private final TableSettings settings;
    private final StorageSettings storage;
    private final TableIdentifier identifier;
    private final CatalogConnection catalog;

    /** As it was read last by {@link #prepare}; null before. */
    private org.apache.iceberg.Table prepared;

    private RecordPartitions partitions;
    private Set<List<String>> columnsWithDefault = Set.of();

    /** The metadata of the table as it was read. */
    private final class Read implements State {
        private final TableOperations operations;
        private final TableMetadata metadata;
        private final DataFileEntries entries;

        Read(org.apache.iceberg.Table table) {
            this.operations = ((HasTableOperations) table).operations();
            this.metadata = operations.current();
            this.entries = new DataFileEntries(metadata, MetricsConfig.forTable(table), storage.url());
        }

        @Override
        public Map<String, String> properties() {
            return metadata.properties();
        }

        @Override
        public Map<String, String> summary() {
            return newest().map(Snapshot::summary).orElse(Map.of());
        }

        @Override
        public Set<String> branches() {
            return metadata.refs().entrySet().stream()
                    .filter(ref -> ref.getValue().isBranch())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public boolean continues(String property, String position) {
            if (newest().isPresent() || settings.branch().isEmpty()) {
                return true;
            }
            Snapshot before = metadata.currentSnapshot();
            while (before != null && !position.equals(before.summary().get(property))) {
                before = before.parentId() == null ? null : metadata.snapshot(before.parentId());
            }
            return before != null;
        }

        private Optional<Snapshot> newest() {
            SnapshotRef ref = metadata.ref(settings.branch().orElse(SnapshotRef.MAIN_BRANCH));
            return Optional.ofNullable(ref).map(each -> metadata.snapshot(each.snapshotId()));
        }

        @Override
        public void files(ContentVisitor visitor) throws IOException {
            Optional<Snapshot> newest = newest();
            if (newest.isEmpty()) {
                return;
            }
            FileIO io = operations.io();
            try {
                for (ManifestFile manifest : newest.get().allManifests(io)) {
                    visit(manifest, io, visitor);
                }
            } catch (RuntimeException e) {
                throw new IOException("a manifest of the table " + name() + " cannot be read: " + e.getMessage(), e);
            }
        }

        private void visit(ManifestFile manifest, FileIO io, ContentVisitor visitor) throws IOException {
            boolean isDelete = manifest.content() == ManifestContent.DELETES;
            try (ManifestReader<? extends ContentFile<?>> files = isDelete
                    ? ManifestFiles.readDeleteManifest(manifest, io, metadata.specsById())
                    : ManifestFiles.read(manifest, io, metadata.specsById())) {
                for (ContentFile<?> file : files) {
                    String location = file.location();
                    visitor.file(new Content(
                            location,
                            StorageFileIO.pathBelow(storage.url(), location),
                            file.recordCount(),
                            file.fileSizeInBytes(),
                            isDelete));
                }
            }
        }

        @Override
        public io.parquetry.format.io.InputFile open(Content content) throws IOException {
            return ((StorageFileIO) operations.io()).open(content.location());
        }

        @Override
        public OptionalInt fieldId(String dottedPath) {
            Types.NestedField field = metadata.schema().findField(dottedPath);
            return field == null ? OptionalInt.empty() : OptionalInt.of(field.fieldId());
        }

        @Override
        public boolean isOwn(FileMetadata footer) {
            return entries.isOwn(footer);
        }

        @Override
        public Entry entry(TableFile file) {
            return entries.entry(file);
        }
    }

    IcebergTable(TableSettings settings, StorageSettings storage, String identifier, CatalogConnection catalog) {
        this.settings = settings;
        this.storage = storage;
        this.identifier = TableIdentifier.parse(identifier);
        this.catalog = catalog;
    }

    @Override
    public String name() {
        return identifier.toString();
    }

    @Override
    public Optional<State> read() throws IOException {
        return catalog.request("reading the table " + identifier, APPENDING_LIMIT, connected -> {
            try {
                return Optional.of(new Read(connected.loadTable(identifier)));
            } catch (NoSuchTableException | NoSuchNamespaceException absent) {
                return Optional.empty();
            }
        });
    }

    @Override
    public boolean append(State state, Append given) throws IOException {
        Read read = (Read) state;
        String step = "appending " + given.files().size() + " files to the table " + identifier;
        return catalog.request(step, APPENDING_LIMIT, connected -> {
            requirePlain(identifier, read.properties());
            requireClock(read.metadata);
            Set<String> positions = given.positions().keySet();
            List<DataFile> files;
            try {
                files = files(given, new GuardedOperations(read.operations, read.metadata, positions, Set.of()));
            } catch (GuardedOperations.MovedException moved) {
                return false;
            }
            Set<PartitionSpec> specs = files.stream()
                    .map(file -> read.operations.current().spec(file.specId()))
                    .collect(Collectors.toSet());
            TableOperations guarded = new GuardedOperations(read.operations, read.metadata, positions, specs);
            Transaction transaction = new BaseTable(guarded, name()).newTransaction();
            // Also without files: a REST catalog compares the snapshot of a late commit, and none of the properties.
            AppendFiles append = transaction.newFastAppend();
            append.scanManifestsWith(SameThreadExecutor.INSTANCE).writeManifestsWith(SameThreadExecutor.INSTANCE, 1);
            files.forEach(append::appendFile);
            given.positions().forEach(append::set);
            given.facts().forEach(append::set);
            given.summary().forEach(append::set);
            settings.branch().ifPresent(append::toBranch);
            append.commit();
            var properties = transaction.updateProperties();
            given.positions().forEach(properties::set);
            given.facts().forEach(properties::set);
            properties.commit();
            try {
                transaction.commitTransaction();
                return true;
            } catch (GuardedOperations.MovedException moved) {
                return false;
            }
        });
    }

    /** @throws IOException when no change can be made: the clock of this worker or of another writer is wrong */
    private void requireClock(TableMetadata last) throws IOException {
        long behindMs = last.lastUpdatedMillis() - System.currentTimeMillis();
        if (behindMs > BEHIND_MS_MAX) {
            throw new IOException("the table " + identifier + " was changed at "
                    + Instant.ofEpochMilli(last.lastUpdatedMillis()) + ", and the clock of this worker is "
                    + behindMs / 1_000 + " s behind that, of which Iceberg allows " + BEHIND_MS_MAX / 1_000
                    + " s; set the clocks of all that write to the table");
        }
    }

    /** The files; those without a spec get the table's spec without fields, which it is given if it has none. */
    private List<DataFile> files(Append given, TableOperations guarded) {
        List<DataFile> files = new ArrayList<>();
        Optional<PartitionSpec> whole = Optional.empty();
        for (Entry each : given.files()) {
            DataFileEntries.Prepared entry = (DataFileEntries.Prepared) each;
            if (!entry.hasSpec() && whole.isEmpty()) {
                whole = Optional.of(unpartitioned(new BaseTable(guarded, name())));
            }
            files.add(entry.hasSpec() ? entry.file() : entry.in(whole.orElseThrow()));
        }
        return files;
    }

    private static PartitionSpec unpartitioned(org.apache.iceberg.Table table) {
        UpdatePartitionSpec update = table.updateSpec().addNonDefaultSpec();
        table.spec().fields().stream()
                .filter(field -> !field.transform().isVoid())
                .forEach(field -> update.removeField(field.name()));
        update.commit();
        return table.specs().values().stream()
                .filter(PartitionSpec::isUnpartitioned)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public State prepare(MessageType columns, Value value, CreationCheck creation) throws IOException {
        Loaded<Read> loaded = catalog.request("preparing the table " + identifier, TASK_LIMIT, connected -> {
            org.apache.iceberg.Table table = loadOrCreate(connected, columns, value, creation);
            requirePlain(identifier, table.properties());
            return new Loaded<>(table, new Read(table));
        });
        return become(loaded);
    }

    /** A table as it was loaded, and what a request found in it. */
    private record Loaded<T>(org.apache.iceberg.Table table, T found) {}

    /** Takes over what was loaded; not by the request, which may come back after it was given up. */
    private <T> T become(Loaded<T> loaded) throws IOException {
        org.apache.iceberg.Table table = loaded.table();
        if (table != prepared) {
            partitions = new RecordPartitions(table.spec(), table.schema(), name());
            columnsWithDefault = IcebergTypes.withDefault(table.schema());
            prepared = table;
        }
        return loaded.found();
    }

    private org.apache.iceberg.Table loadOrCreate(
            Catalog connected, MessageType columns, Value value, CreationCheck creation) throws IOException {
        try {
            return connected.loadTable(identifier);
        } catch (NoSuchTableException | NoSuchNamespaceException absent) {
            requireFree(connected, identifier, absent);
            if (prepared != null) {
                // In a new table columns have other numbers, and a restored one could not have the files that follow.
                throw new IOException("there is no table " + identifier + ", and it was there when this task began;"
                        + " restore it in the catalog");
            }
            if (!settings.create()) {
                throw new IOException(
                        "there is no table " + identifier + "; create it, or set " + TableSettings.CREATE + "=true");
            }
            creation.requireAllowed();
        }
        Schema schema = IcebergTypes.schema(columns);
        Map<String, String> properties = new HashMap<>(settings.properties());
        int version = versionOf(schema);
        properties.put(TableProperties.FORMAT_VERSION, Integer.toString(version));
        IcebergTypes.requireVersion(name(), version, schema);
        boolean hasFields = value == Value.KNOWN || PartitionTerm.areIn(schema, terms());
        PartitionSpec spec = hasFields ? spec(schema) : PartitionSpec.unpartitioned();
        if (value == Value.UNKNOWN && !(hasFields && settings.evolve())) {
            settings.reportUnfinished(name());
            properties.put(UNFINISHED, "true");
        }
        createNamespace(connected, identifier.namespace());
        try {
            return connected.createTable(identifier, schema, spec, null, properties);
        } catch (AlreadyExistsException created) {
            return connected.loadTable(identifier);
        } catch (IllegalArgumentException | ValidationException e) {
            throw notCreated(TableSettings.PROPERTIES + "* is " + properties, schema, e);
        }
    }

    private int versionOf(Schema columns) {
        return versionOf(settings).orElseGet(() -> IcebergTypes.version(columns));
    }

    /** The version of Iceberg's format that a table is to be created with; empty where its columns decide. */
    static OptionalInt versionOf(TableSettings settings) {
        String version = settings.properties().get(TableProperties.FORMAT_VERSION);
        return version == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(version));
    }

    /** @throws IOException when something else has the name, which each catalog says in its own words */
    static void requireFree(Catalog connected, TableIdentifier identifier, RuntimeException absent) throws IOException {
        boolean isForeign = absent instanceof NoSuchIcebergTableException;
        if (isForeign || isView(connected, identifier)) {
            throw new IOException(identifier + " is no table of Iceberg, but "
                    + (isForeign ? "a table of another format" : "a view") + "; give the table another name");
        }
    }

    /** @throws ConnectException when the files of the table are to be encrypted, which the connector's are not */
    static void requirePlain(TableIdentifier identifier, Map<String, String> properties) {
        String key = properties.get(TableProperties.ENCRYPTION_TABLE_KEY);
        if (key != null) {
            throw new ConnectException(
                    "the files of the table " + identifier + " are to be encrypted with the key " + key
                            + ", and this connector writes plain files; give a table without "
                            + TableProperties.ENCRYPTION_TABLE_KEY);
        }
    }

    private static boolean isView(Catalog connected, TableIdentifier identifier) {
        try {
            return connected instanceof ViewCatalog views && views.viewExists(identifier);
        } catch (UnsupportedOperationException hasNoViews) {
            return false;
        }
    }

    /** Some catalogs create a namespace only in one that is there. */
    private static void createNamespace(Catalog connected, Namespace namespace) {
        if (connected instanceof SupportsNamespaces namespaces && !namespaces.namespaceExists(namespace)) {
            if (namespace.length() > 1) {
                createNamespace(connected, Namespace.of(Arrays.copyOf(namespace.levels(), namespace.length() - 1)));
            }
            try {
                namespaces.createNamespace(namespace);
            } catch (AlreadyExistsException created) {
                // Another task was faster.
            }
        }
    }

    private List<PartitionTerm> terms() {
        return PartitionTerm.parse(settings.partitionBy());
    }

    private PartitionSpec spec(Schema schema) {
        try {
            return PartitionTerm.spec(terms(), schema);
        } catch (IllegalArgumentException | ValidationException e) {
            throw notCreated(TableSettings.PARTITION_BY + " is " + settings.partitionBy(), schema, e);
        }
    }

    private ConnectException notCreated(String setting, Schema schema, RuntimeException reason) {
        return new ConnectException(
                "the table " + identifier + " cannot be created: " + setting + ", but " + reason.getMessage()
                        + "; correct that key, or create the table yourself. The columns of the first record are "
                        + schema.columns(),
                reason);
    }

    @Override
    public TableColumns numbered(MessageType columns, Value value) throws IOException {
        Optional<MessageType> known = numbered(columns, value, prepared);
        MessageType numbered = known.isPresent()
                ? known.get()
                : become(catalog.request(
                        "adding columns to the table " + identifier,
                        TASK_LIMIT,
                        connected -> evolved(connected, columns, value)));
        String uuid = ((HasTableOperations) prepared).operations().current().uuid();
        return new TableColumns(numbered, uuid == null ? Map.of() : Map.of(DataFileEntries.TABLE_UUID, uuid));
    }

    /** Empty when the table is to be changed first. */
    private static Optional<MessageType> numbered(MessageType columns, Value value, org.apache.iceberg.Table table) {
        boolean finishes = value == Value.KNOWN && isUnfinished(table);
        return finishes ? Optional.empty() : IcebergTypes.numbered(columns, table.schema());
    }

    private static boolean isUnfinished(org.apache.iceberg.Table table) {
        return table.properties().containsKey(UNFINISHED);
    }

    private Loaded<MessageType> evolved(Catalog connected, MessageType columns, Value value) throws IOException {
        org.apache.iceberg.Table table = connected.loadTable(identifier);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<MessageType> numbered = numbered(columns, value, table);
            if (numbered.isPresent()) {
                return new Loaded<>(table, numbered.get());
            }
            requireEvolving(table, columns);
            evolve(table, columns, value);
            // Somebody else may have changed the table.
            table = connected.loadTable(identifier);
        }
        Schema last = table.schema();
        return new Loaded<>(
                table,
                IcebergTypes.numbered(columns, last)
                        .orElseThrow(() -> new DataException("the table " + identifier
                                + " cannot have its columns: a column of the table is required and the record may lack"
                                + " it, or has another type. The table has " + last + ", the record " + columns)));
    }

    private void requireEvolving(org.apache.iceberg.Table table, MessageType columns) {
        if (!settings.evolve() && !isUnfinished(table)) {
            throw new DataException("the table " + identifier + " has not all columns of the record, and "
                    + TableSettings.EVOLVE + "=false; change the table, or set that to true. The table has "
                    + table.schema() + ", the record " + columns);
        }
    }

    private void evolve(org.apache.iceberg.Table table, MessageType columns, Value value) throws IOException {
        Schema wanted = IcebergTypes.schema(columns, table.schema().asStruct());
        int version = ((HasTableOperations) table).operations().current().formatVersion();
        IcebergTypes.requireVersion(name(), version, wanted);
        try {
            UpdateSchema update = table.updateSchema().unionByNameWith(wanted);
            IcebergTypes.twins(table.schema(), update.apply()).ifPresent(twins -> settings.reportTwins(name(), twins));
            if (value == Value.KNOWN && isUnfinished(table)) {
                finish(table, wanted);
            } else {
                update.commit();
            }
        } catch (CommitFailedException late) {
            // Read again by the next attempt.
        } catch (IllegalArgumentException | ValidationException e) {
            requireClock(((HasTableOperations) table).operations().current());
            throw new DataException(
                    "the table " + identifier + " cannot have its columns: " + e.getMessage() + ". "
                            + nanos(wanted, table.schema()) + partitionFields(wanted, table) + "The table has "
                            + table.schema() + ", the record " + columns,
                    e);
        }
    }

    /** A table that was created for nulls gets the columns of the first value, and its partition fields. */
    private void finish(org.apache.iceberg.Table table, Schema wanted) {
        Transaction transaction = table.newTransaction();
        transaction.updateSchema().unionByNameWith(wanted).commit();
        if (table.spec().isUnpartitioned()) {
            Schema schema = transaction.table().schema();
            UpdatePartitionSpec update = transaction.updateSpec();
            spec(schema)
                    .fields()
                    .forEach(field -> update.addField(
                            field.name(),
                            Expressions.transform(schema.findColumnName(field.sourceId()), field.transform())));
            update.commit();
        }
        transaction.updateProperties().remove(UNFINISHED).commit();
        transaction.commitTransaction();
    }

    /** Neither of the two becomes the other in a table. */
    private static String nanos(Schema wanted, Schema has) {
        return IcebergTypes.hasNanos(wanted) || IcebergTypes.hasNanos(has)
                ? "A column in microseconds needs types.as=nanos:micros, one in nanoseconds " + TableSettings.PROPERTIES
                        + TableProperties.FORMAT_VERSION + "=3. "
                : "";
    }

    /** Of a partition field that was replaced, the table keeps the name. */
    private static String partitionFields(Schema wanted, org.apache.iceberg.Table table) {
        return table.specs().values().stream()
                .flatMap(spec -> spec.fields().stream())
                .filter(field -> !field.transform().isIdentity() && wanted.findField(field.name()) != null)
                .map(field -> field.name()
                        + " is the name of a partition field; rename the field of the record by a transformation. ")
                .distinct()
                .collect(Collectors.joining());
    }

    @Override
    public void requireTypes(MessageType columns) {
        Schema schema = IcebergTypes.schema(columns);
        IcebergTypes.requireNanos(name(), versionOf(schema), schema);
    }

    @Override
    public void acceptUnnumbered() throws IOException {
        catalog.request("preparing the table " + identifier + " for files without field ids", TASK_LIMIT, connected -> {
            org.apache.iceberg.Table table = connected.loadTable(identifier);
            if (!table.properties().containsKey(TableProperties.DEFAULT_NAME_MAPPING)) {
                table.updateProperties()
                        .set(
                                TableProperties.DEFAULT_NAME_MAPPING,
                                NameMappingParser.toJson(MappingUtil.create(table.schema())))
                        .commit();
            }
            return null;
        });
    }

    @Override
    public Set<List<String>> columnsWithDefault() {
        return columnsWithDefault;
    }

    @Override
    public boolean isPartitioned() {
        return !partitions.isEmpty();
    }

    @Override
    public TablePartition partition(SinkRecord record, RecordLayout layout) {
        return partitions.of(record, layout);
    }
}

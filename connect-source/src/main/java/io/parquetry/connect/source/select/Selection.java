package io.parquetry.connect.source.select;

import io.parquetry.connect.common.config.Spelling;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.schema.ForeignTypes;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.GregorianDates;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Remainder;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;

/** Which rows and columns of files are sent, and with which schemas. */
public final class Selection {
    private static final Log LOG = Log.of(Selection.class);

    private final SelectionSettings settings;
    private final RangeFilter range;
    private final PathFields path;
    private final SendMode mode;
    private final ForeignTypes types;
    private final FileSchemas schemas;

    /** The columns that topics, keys and timestamps are taken from. */
    private final Set<String> used;

    public Selection(SourceSettings settings) {
        this.settings = settings.selection();
        this.range = new RangeFilter(settings.selection().range());
        this.path = new PathFields(
                settings.send().rows().pathColumns(), settings.selection().filter());
        this.mode = settings.send().mode();
        this.types = settings.schemas().types();
        this.schemas =
                new FileSchemas(settings.schemas(), settings.send().rows().topic());
        this.used = settings.send()
                .rows()
                .columns()
                .map(column -> column.names().get(0))
                .collect(Collectors.toSet());
    }

    /** Whether the schemas of files are united, so that {@link #unite} must be called for all files. */
    public boolean unites() {
        return schemas.unites();
    }

    /**
     * Whether the path of a file says that it has no selected row, so that it need not be opened. A file of a stream is
     * opened all the same if only its directories say so: without it, the stream would lack offsets.
     */
    public boolean leavesOut(DataFile file) {
        return range.leavesOut(file) || file.stream().isEmpty() && path.exclude(file.path());
    }

    /** The first offset of a stream that is selected; empty when none is too small. */
    public OptionalLong firstOffset(SinkStream stream) {
        return settings.range().fromOffset().of(stream);
    }

    /**
     * Adds the schema of a file to the union of its topic.
     *
     * @throws io.parquetry.format.UnsupportedFeatureException when there is no union
     */
    public void unite(DataFile file, ParquetReader reader) {
        StoredRows rows = selectedOf(file, reader);
        if (rows.origin() != StoredRows.Origin.METADATA) {
            schemas.unite(file.path(), rows.valueSchema());
        }
    }

    /**
     * The selected rows of a file.
     *
     * @param firstRow the number of the row to begin with
     * @throws ConnectException when the file does not have the selected columns
     */
    public RecordCursor<StoredRecord> rows(DataFile file, ParquetReader reader, long firstRow) {
        StoredRows selected = selectedOf(file, reader);
        if (selected.origin() == StoredRows.Origin.CHANGED_COLUMNS) {
            LOG.warn(
                    "{}: its columns differ from the schema in its key-value metadata; it is read by its columns alone",
                    file.path());
        }
        StoredRows stored = withPathFields(
                file, selected, schemas.withSchemas(file.path(), reader.schema().name(), selected));
        Remainder remainder = remainder(file, reader.schema(), selected);
        try {
            RecordQuery query = new RecordQuery(
                    stored.projection(),
                    filter(file, reader.schema(), remainder),
                    remainder.excludesAll() ? reader.metadata().rows() : firstRow);
            return reader.records(GregorianDates.of(reader.metadata(), stored.builder()), query);
        } catch (UsageException e) {
            throw unfit(SelectionSettings.FILTER, file, e.getMessage(), e);
        }
    }

    private Remainder remainder(DataFile file, MessageType schema, StoredRows rows) {
        try {
            return path.remainder(file.path(), column -> !hasField(schema, column), rows.absentColumns());
        } catch (UsageException e) {
            throw unfit(SelectionSettings.FILTER, file, e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw unfit(RowSettings.PATH_COLUMNS, file, e.getMessage(), e);
        }
    }

    /** Adds the fields of the path to values that are sent as rows; records that are restored stay as they were. */
    private StoredRows withPathFields(DataFile file, StoredRows selected, StoredRows rows) {
        List<String> wanted = settings.columns().isEmpty()
                ? path.names()
                : path.names().stream().filter(this::isSelected).toList();
        if (wanted.isEmpty() || mode == SendMode.AUTO && selected.metadata() != RecordMetadata.NONE) {
            return rows;
        }
        MessageType fields = selected.valueFields()
                .orElseThrow(() -> unfit(RowSettings.PATH_COLUMNS, file, "its values have no fields", null));
        for (String name : wanted) {
            if (hasField(fields, name)) {
                throw unfit(RowSettings.PATH_COLUMNS, file, "it has a column " + name + " of its own", null);
            }
        }
        try {
            return schemas.with(path.of(file.path(), wanted), rows);
        } catch (IllegalArgumentException e) {
            throw unfit(RowSettings.PATH_COLUMNS, file, e.getMessage(), e);
        }
    }

    private static boolean hasField(MessageType schema, String name) {
        return schema.fields().stream().anyMatch(field -> field.name().equals(name));
    }

    private boolean isSelected(String pathColumn) {
        return settings.columns().contains(ColumnPath.of(pathColumn));
    }

    /** The columns of a file that are read, without those that only the filter needs. */
    public Projection columns(DataFile file, ParquetReader reader) {
        return selectedOf(file, reader).projection();
    }

    /** Whether all rows of a file are selected. */
    public boolean selectsAllRows(DataFile file, ParquetReader reader) {
        Remainder remainder = remainder(file, reader.schema(), selectedOf(file, reader));
        return !remainder.excludesAll()
                && filter(file, reader.schema(), remainder).isEmpty();
    }

    private Optional<Filter> filter(DataFile file, MessageType schema, Remainder remainder) {
        List<Filter> filters = new ArrayList<>(range.filters(file, schema));
        remainder.filter().ifPresent(filters::add);
        return filters.size() > 1
                ? Optional.of(new Filter.And(filters))
                : filters.stream().findFirst();
    }

    private StoredRows selectedOf(DataFile file, ParquetReader reader) {
        StoredRows whole;
        try {
            whole = StoredRows.of(reader.metadata(), types);
        } catch (CorruptFileException e) {
            throw e.at(Place.of(file.path()));
        }
        List<ColumnPath> chosen = settings.columns().isEmpty() ? List.of() : chosen(file, whole);
        List<ColumnPath> wanted =
                schemas.unites() && whole.origin() != StoredRows.Origin.METADATA ? typed(whole, chosen) : chosen;
        return wanted.isEmpty() ? whole : whole.columns(wanted);
    }

    /**
     * Leaves out columns of nulls without a type: in a union they have the type of another file's, if there is one.
     * They stay where something else is taken from them, where no other column is left, or where columns cannot be
     * named since two have one name.
     *
     * @param chosen paths of columns; none for all
     */
    private List<ColumnPath> typed(StoredRows whole, List<ColumnPath> chosen) {
        MessageType fields = whole.valueFields().orElseThrow();
        List<ColumnPath> untyped =
                topLevel(fields.fields().stream().filter(field -> isUntyped(field) && !used.contains(field.name())));
        if (untyped.isEmpty() || !fields.namesInFile().isEmpty()) {
            return chosen;
        }
        List<ColumnPath> typed = new ArrayList<>(chosen.isEmpty() ? topLevel(fields.fields().stream()) : chosen);
        typed.removeAll(untyped);
        return typed.isEmpty() ? chosen : typed;
    }

    private static boolean isUntyped(Type field) {
        return field.repetition() == Repetition.OPTIONAL && field.isAnnotated(LogicalType.UNKNOWN);
    }

    private static List<ColumnPath> topLevel(Stream<Type> fields) {
        return fields.map(field -> ColumnPath.of(field.name())).toList();
    }

    private List<ColumnPath> chosen(DataFile file, StoredRows whole) {
        MessageType fields = whole.valueFields()
                .orElseThrow(() -> unfit(
                        SelectionSettings.COLUMNS,
                        file,
                        "its values have no fields: they are "
                                + (whole.valueSchema() == null
                                        ? "JSON text without a schema"
                                        : "of type " + whole.valueSchema().type()),
                        null));
        List<ColumnPath> stored =
                settings.columns().stream().filter(column -> !isOfPath(column)).toList();
        if (stored.isEmpty()) {
            throw unfit(SelectionSettings.COLUMNS, file, "it names columns of the path only", null);
        }
        for (ColumnPath column : stored) {
            try {
                fields.along(column);
            } catch (UsageException e) {
                String hint = nearest(column.toString(), paths(fields.fields(), List.of()))
                        .map(meant -> ". Did you mean " + meant + "?")
                        .orElse("");
                throw unfit(SelectionSettings.COLUMNS, file, e.getMessage() + hint, e);
            }
        }
        return stored;
    }

    private boolean isOfPath(ColumnPath column) {
        return column.names().size() == 1
                && path.names().contains(column.names().get(0));
    }

    private static ConfigMismatchException unfit(String key, DataFile file, String reason, RuntimeException cause) {
        return new ConfigMismatchException(
                key,
                key + " does not fit the file " + file.path() + ": " + reason + ". Change " + key
                        + ", or leave the file out by " + DiscoverySettings.PATH_EXCLUDE,
                cause);
    }

    /** A path with a similar spelling or the same end. */
    private static Optional<String> nearest(String path, List<String> paths) {
        return Spelling.nearest(path, paths)
                .or(() -> paths.stream()
                        .filter(candidate -> path.endsWith("." + candidate) || candidate.endsWith("." + path))
                        .findFirst());
    }

    private static List<String> paths(List<Type> fields, List<String> group) {
        List<String> paths = new ArrayList<>();
        for (Type field : fields) {
            List<String> names = new ArrayList<>(group);
            names.add(field.name());
            paths.add(new ColumnPath(names).toString());
            if (field instanceof GroupType inner) {
                paths.addAll(paths(inner.fields(), names));
            }
        }
        return paths;
    }
}

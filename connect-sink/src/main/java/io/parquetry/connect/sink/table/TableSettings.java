package io.parquetry.connect.sink.table;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.schema.ColumnForm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.connect.errors.DataException;

/**
 * The table that the files of a topic are appended to.
 *
 * @param identifier of the table, with {@code ${topic}} where each topic has its own
 * @param create whether a table that does not exist is created
 * @param partitionBy how a table that is created is partitioned, in the words of its format; may be empty
 * @param evolve whether columns are added to the table for new fields
 * @param interval from one look for files to append to the next
 * @param branch that files are appended to; empty for the main line
 * @param properties of a table that is created
 * @param catalog the properties of the format's catalog, without prefix
 * @param mayDifferInCase whether a table may get a column whose name differs in case only from that of another
 */
public record TableSettings(
        TableProvider provider,
        String identifier,
        boolean create,
        String partitionBy,
        boolean evolve,
        Duration interval,
        Optional<String> branch,
        Map<String, String> properties,
        Map<String, String> catalog,
        boolean mayDifferInCase) {
    private static final Log LOG = Log.of(TableSettings.class);

    /** Of another group. */
    public static final String NAMES_CASE = "names.case";

    public static final String KEEP_CASE = "keep";
    public static final String FORMAT = "table.format";
    public static final String IDENTIFIER = "table.identifier";
    public static final String PARTITION_BY = "table.partition.by";
    public static final String CREATE = "table.create";
    public static final String EVOLVE = "table.evolve";
    public static final String COMMIT_INTERVAL_MS = "table.commit.interval.ms";
    public static final String BRANCH = "table.branch";
    public static final String PROPERTIES = "table.properties.";
    public static final String TOPIC = "${topic}";
    static final String NONE = "none";

    public TableSettings {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(identifier, "identifier");
        Objects.requireNonNull(partitionBy, "partitionBy");
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(branch, "branch");
        properties = Map.copyOf(properties);
        catalog = Map.copyOf(catalog);
    }

    /** The identifier of the table of a topic. */
    public String identifier(String topic) {
        return identifier.replace(TOPIC, topic.replace('.', '_'));
    }

    /** Whether each topic has a table of its own. */
    boolean isOfOneTopic() {
        return identifier.contains(TOPIC);
    }

    /**
     * A table is to get a column whose name differs in case only from that of another.
     *
     * @param twins the names of both
     * @throws DataException when it must not
     */
    public void reportTwins(String table, String twins) {
        if (!mayDifferInCase) {
            throw new DataException("the table " + table + " cannot have its columns: " + twins
                    + " differ in case only; rename one in the table or by a transformation, or set " + NAMES_CASE + "="
                    + KEEP_CASE);
        }
        LOG.warn(
                "{}: gets columns that differ in case only, {}. Spark finds neither by its name; set {} to lower or"
                        + " fail, or rename one",
                table,
                twins,
                NAMES_CASE);
    }

    /** Says that a table is created for nulls, which tell nothing of its columns. */
    public void reportUnfinished(String table) {
        LOG.warn(
                "{}: is created for nulls only. The first value that is none adds its columns{}",
                table,
                partitionBy.isBlank() ? "" : ", and the partition fields of " + PARTITION_BY);
    }

    /** The columns of files of the table. */
    public ColumnForm columns() {
        return provider.columns(this);
    }

    /** Whether files go to a table. */
    public static boolean isOn(ConfigValues values) {
        return !values.text(FORMAT).equals(NONE);
    }

    /** Keys whose names users choose: for each prefix the meaning of its keys. */
    public static Map<String, String> families() {
        Map<String, String> families = new TreeMap<>();
        families.put(
                PROPERTIES,
                "Properties of a table that is created: " + PROPERTIES
                        + "write.metadata.metrics.default=full gives the table that property.");
        TableProvider.all().forEach(provider -> families.put(provider.catalogPrefix(), provider.catalogDescription()));
        return families;
    }

    /** The keys. */
    public static final class Keys implements KeyGroup<Optional<TableSettings>> {
        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Table");
            List<String> formats = new ArrayList<>(List.of(NONE));
            TableProvider.all().forEach(provider -> formats.add(provider.format()));
            group.key(FORMAT, STRING, "Table format")
                    .defaultsTo(NONE)
                    .must(Checks.oneOf(formats))
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("The format of the table to which the files are appended. none: they are files only."
                            + " iceberg: a table of Apache Iceberg.");
            group.key(IDENTIFIER, STRING, "Table")
                    .defaultsTo("")
                    .must(Checks.text("namespace and name with a dot between them, such as lake.${topic}", text -> {}))
                    .importance(HIGH)
                    .says("The table: namespace and name with a dot between them. ${topic} is the topic before"
                            + " transformations, with underscores for dots; without ${topic} all topics go to one"
                            + " table.");
            group.key(CREATE, BOOLEAN, "Create the table")
                    .defaultsTo(true)
                    .must(Checks.flag())
                    .says("Whether a table that does not exist is created, and its namespace too, with the columns of"
                            + " the first record. Without it records wait until there is a table.");
            group.key(PARTITION_BY, STRING, "Partition fields of the table")
                    .defaultsTo("")
                    .must(Checks.text("such as day(ts), bucket(16, id)", text -> {}))
                    .width(Width.LONG)
                    .says("How a table is partitioned that is created: columns, or year, month, day, hour, bucket and"
                            + " truncate of columns, separated by commas, such as day(ts), bucket(16, id). A table"
                            + " that exists is written as it is partitioned.");
            group.key(EVOLVE, BOOLEAN, "Evolve the table")
                    .defaultsTo(true)
                    .must(Checks.flag())
                    .says("Whether the table gets a column for each new field, and the wider of two number types."
                            + " Without it a record with other fields than the table has is a bad record.");
            group.key(COMMIT_INTERVAL_MS, LONG, "Interval of table commits")
                    .defaultsTo(60_000L)
                    .must(atLeast(100))
                    .says("How many milliseconds pass from one search for files that the table does not have to the"
                            + " next. Files that are found are appended in one snapshot, about 1000 at most. A file is"
                            + " found when the commit after it has been made, or half of this time after its own.");
            group.key(BRANCH, STRING, "Branch of the table")
                    .defaultsTo("")
                    .must(Checks.text("the name of a branch", text -> {}))
                    .says("Branch of the table that files are appended to, which is created if it does not exist."
                            + " Empty for the main branch.");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            Optional<TableProvider> provider = provider(values);
            if (provider.isPresent()) {
                provider.get().check(settings(values, provider.get()), faults);
            } else {
                List<String> given = values.given().keySet().stream()
                        .filter(key -> key.startsWith("table.") && !key.equals(FORMAT)
                                || TableProvider.all().stream().anyMatch(each -> key.startsWith(each.catalogPrefix())))
                        .sorted()
                        .toList();
                given.forEach(key ->
                        faults.add(key, "this key is read with a table only; set " + FORMAT + ", or remove this key"));
            }
        }

        private static Optional<TableProvider> provider(ConfigValues values) {
            return TableProvider.all().stream()
                    .filter(each -> each.format().equals(values.text(FORMAT)))
                    .findFirst();
        }

        @Override
        public Optional<TableSettings> read(ConfigValues values) {
            return provider(values).map(provider -> settings(values, provider));
        }

        private static TableSettings settings(ConfigValues values, TableProvider provider) {
            return new TableSettings(
                    provider,
                    values.text(IDENTIFIER),
                    values.flag(CREATE),
                    values.text(PARTITION_BY),
                    values.flag(EVOLVE),
                    Duration.ofMillis(values.number(COMMIT_INTERVAL_MS)),
                    values.nonEmptyText(BRANCH),
                    below(PROPERTIES, values),
                    below(provider.catalogPrefix(), values),
                    values.text(NAMES_CASE).equalsIgnoreCase(KEEP_CASE));
        }

        private static Map<String, String> below(String prefix, ConfigValues values) {
            Map<String, String> found = new TreeMap<>();
            values.given().forEach((key, value) -> {
                if (key.startsWith(prefix) && value != null) {
                    found.put(key.substring(prefix.length()), value);
                }
            });
            return found;
        }
    }
}

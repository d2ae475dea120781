package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.sink.partition.PathTemplate;
import io.parquetry.connect.sink.partition.TimeSettings;
import io.parquetry.connect.sink.table.TableSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;

/**
 * The {@code path.template} that gives the directories of Confluent's partitioners: {@code partitioner.class} and the
 * keys that its partitioners read. A key without effect is a fault: the user expects another partitioner.
 */
final class ConfluentPaths {
    private static final String PARTITIONER = "partitioner.class";
    private static final String FIELDS = "partition.field.name";
    private static final String FORMAT = "path.format";
    private static final String DURATION = "partition.duration.ms";
    private static final String LOCALE = "locale";

    /** All keys, which are none of the sink. */
    static final List<String> KEYS = List.of(PARTITIONER, FIELDS, FORMAT, DURATION, LOCALE);

    private static final String DAILY_FORMAT = "'year'=yyyy/'month'=MM/'day'=dd";
    private static final String HOURLY_FORMAT = DAILY_FORMAT + "/'hour'=HH";
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\w-]+");

    private enum Partitioner {
        DEFAULT,
        FIELD,
        TIME,
        DAILY,
        HOURLY
    }

    private static final EnumValues<Partitioner> PARTITIONERS = new EnumValues<Partitioner>()
            .with("default", Partitioner.DEFAULT, confluent("DefaultPartitioner"))
            .with("field", Partitioner.FIELD, confluent("FieldPartitioner"))
            .with("time", Partitioner.TIME, confluent("TimeBasedPartitioner"))
            .with("daily", Partitioner.DAILY, confluent("DailyPartitioner"))
            .with("hourly", Partitioner.HOURLY, confluent("HourlyPartitioner"));

    private final Map<String, String> given = new LinkedHashMap<>();
    private final Faults faults;

    private ConfluentPaths(Map<String, String> configuration, Faults faults) {
        this.faults = faults;
        KEYS.stream()
                .filter(key -> configuration.get(key) != null)
                .forEach(key -> given.put(key, configuration.get(key).trim()));
    }

    /** The names of the class in Confluent's connectors; the older HDFS connector has another package. */
    private static String[] confluent(String className) {
        return new String[] {
            "io.confluent.connect.storage.partitioner." + className,
            "io.confluent.connect.hdfs.partitioner." + className
        };
    }

    /** Replaces the keys by {@code path.template}. */
    static void translate(Map<String, String> configuration, Faults faults) {
        ConfluentPaths paths = new ConfluentPaths(configuration, faults);
        configuration.keySet().removeAll(KEYS);
        if (configuration.get(RoutingSettings.PATH_TEMPLATE) != null) {
            paths.refuseBesideATemplate();
        } else if (paths.given.containsKey(PARTITIONER) && isOfTable(configuration)) {
            if (!paths.given.get(PARTITIONER).equals("table")) {
                faults.add(PARTITIONER, TableRules.PARTITIONED);
            }
        } else if (!paths.given.isEmpty()) {
            paths.template(configuration);
        }
    }

    private static boolean isOfTable(Map<String, String> configuration) {
        String format = configuration.get(TableSettings.FORMAT);
        return format != null && !format.equals("none");
    }

    private void refuseBesideATemplate() {
        for (String key : given.keySet()) {
            String remedy = switch (key) {
                case LOCALE -> "write it there, as in ${timestamp(locale=de):MMMM}, and remove this key";
                case DURATION -> "write it there, as in ${timestamp(span=900000):HH-mm}, and remove this key";
                default -> "remove one of the two";
            };
            faults.add(key, RoutingSettings.PATH_TEMPLATE + " defines the directories already; " + remedy);
        }
    }

    private void template(Map<String, String> configuration) {
        Partitioner partitioner;
        try {
            PARTITIONERS.ensureValid(PARTITIONER, given.getOrDefault(PARTITIONER, "default"));
            partitioner = PARTITIONERS.parse(given.getOrDefault(PARTITIONER, "default"));
        } catch (ConfigException e) {
            faults.add(PARTITIONER, e.getMessage());
            return;
        }
        checkReadBy(partitioner);
        check(LOCALE, locale -> "${timestamp(locale=" + locale + "):yyyy}");
        check(DURATION, span -> "${timestamp(span=" + span + "):yyyy}");
        check(FORMAT, format -> "${timestamp:" + format + "}");
        if (faults.byKey().keySet().stream().noneMatch(KEYS::contains)) {
            String template = switch (partitioner) {
                case DEFAULT -> RoutingSettings.BY_PARTITION;
                case FIELD -> ofFields();
                case TIME -> ofTime(given.getOrDefault(FORMAT, HOURLY_FORMAT));
                case DAILY -> ofTime(DAILY_FORMAT);
                case HOURLY -> ofTime(HOURLY_FORMAT);
            };
            configuration.put(RoutingSettings.PATH_TEMPLATE, template);
        }
    }

    private void checkReadBy(Partitioner partitioner) {
        if (partitioner == Partitioner.FIELD) {
            checkFields();
        } else if (given.containsKey(FIELDS)) {
            faults.add(
                    FIELDS,
                    readOnlyBy("field") + "; to partition by fields and time use " + RoutingSettings.PATH_TEMPLATE);
        }
        for (String ofTime : List.of(FORMAT, DURATION)) {
            if (partitioner != Partitioner.TIME && given.containsKey(ofTime)) {
                faults.add(ofTime, readOnlyBy("time"));
            }
        }
    }

    private String readOnlyBy(String partitioner) {
        return "only the partitioner " + partitioner + " reads this key, but " + PARTITIONER + " is "
                + given.getOrDefault(PARTITIONER, "default") + "; set it to " + partitioner + ", or remove this key";
    }

    private void check(String key, Function<String, String> template) {
        if (given.containsKey(key)) {
            try {
                PathTemplate.parse(template.apply(given.get(key)), TimeSettings.OF_RECORDS_IN_UTC);
            } catch (IllegalArgumentException e) {
                faults.add(key, e.getMessage());
            }
        }
    }

    private void checkFields() {
        if (!given.containsKey(FIELDS)) {
            faults.add(FIELDS, "the partitioner field needs the names of the fields to partition by");
            return;
        }
        try {
            for (FieldPath field : fields()) {
                if (field.toString().matches("(?s).*[/=].*")) {
                    faults.add(
                            FIELDS,
                            "a template has no directory that is named after " + field + ", with / or =; choose a name"
                                    + " and write path.template=NAME=" + placeholder(field));
                }
            }
        } catch (IllegalArgumentException e) {
            faults.add(FIELDS, e.getMessage());
        }
    }

    private List<FieldPath> fields() {
        return Pattern.compile("\\s*,\\s*")
                .splitAsStream(given.get(FIELDS))
                .map(FieldPath::parse)
                .toList();
    }

    private String ofFields() {
        return fields().stream()
                .map(field -> field.toString().replace("$", "$$") + "=" + placeholder(field))
                .collect(Collectors.joining("/"));
    }

    private static String placeholder(FieldPath field) {
        return field.names().stream()
                .map(name -> PLAIN_NAME.matcher(name).matches() ? name : "\"" + name.replace("\"", "\"\"") + "\"")
                .collect(Collectors.joining(".", "${value.", "}"));
    }

    private String ofTime(String format) {
        Map<String, String> options = new LinkedHashMap<>();
        if (given.containsKey(DURATION)) {
            options.put("span", given.get(DURATION));
        }
        if (given.containsKey(LOCALE)) {
            options.put("locale", given.get(LOCALE));
        }
        String written = options.isEmpty()
                ? ""
                : options.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(",", "(", ")"));
        return "${timestamp" + written + ":" + format + "}";
    }
}

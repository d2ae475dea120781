package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.Dictionary;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.EncodingChoice;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How files are written.
 *
 * @param options for every file
 * @param columns options of single columns, by their dotted paths
 * @param sortedBy columns by which the rows of every row group are sorted
 * @param keyValues key-value metadata of every footer, beside the connector's own
 */
public record ParquetSettings(
        WriterOptions options,
        Map<String, ColumnOptions> columns,
        List<SortedBy> sortedBy,
        Map<String, String> keyValues) {
    static final String CODEC = "parquet.codec";
    static final String ROW_GROUP_BYTES = "parquet.row.group.bytes";
    static final String PAGE_BYTES = "parquet.page.bytes";
    static final String PAGE_ROWS = "parquet.page.rows";
    static final String PAGE_VERSION = "parquet.page.version";
    static final String ENCODING = "parquet.encoding";
    static final String ENCODINGS = "parquet.encodings";
    static final String BLOOM_FILTERS = "parquet.bloom.filters";
    static final String SORT_BY = "parquet.sort.by";
    /** Prefix of a key of the footer's key-value metadata. */
    static final String KEY_VALUE_PREFIX = "parquet.key.value.";

    private static final ColumnOptions DIFFERENCES =
            ColumnOptions.builder().encoding(Encoding.DELTA_BINARY_PACKED).build();

    /** Where the value is a column beside Kafka's columns, its fields are one level deeper. */
    private static final String IN_VALUE = "value.";

    public ParquetSettings {
        Objects.requireNonNull(options, "options");
        columns = Map.copyOf(columns);
        sortedBy = List.copyOf(sortedBy);
        keyValues = Map.copyOf(keyValues);
    }

    /**
     * The options for a file. A connector has files of many schemas, so a column that this file does not have is
     * ignored. Offsets and timestamps are written as the differences from one to the next, unless the user names
     * another encoding.
     */
    public WriterOptions optionsFor(MessageType schema) {
        Set<String> paths = new HashSet<>();
        schema.leaves().stream().map(LeafColumn::dottedPath).forEach(paths::add);
        WriterOptions.Builder builder = options.toBuilder();
        Set<String> rising = schema.leaves().stream()
                .filter(leaf -> leaf.type().physicalType() == PhysicalType.INT64)
                .map(LeafColumn::dottedPath)
                .filter(RecordLayout.RISING_COLUMNS::contains)
                .collect(Collectors.toSet());
        rising.forEach(path -> builder.column(path, DIFFERENCES));
        columns.forEach((column, own) -> path(column, paths)
                .ifPresent(path -> builder.column(path, rising.contains(path) ? asDifferences(own) : own)));
        List<SortedBy> sorted = sortedBy.stream()
                .flatMap(by ->
                        path(by.column(), paths).map(path -> new SortedBy(path, by.direction(), by.nulls())).stream())
                .toList();
        return (sorted.isEmpty() ? builder : builder.sort(sorted)).build();
    }

    /** The options with the encoding of {@link #DIFFERENCES}, unless they have one. */
    private static ColumnOptions asDifferences(ColumnOptions own) {
        return own.encoding().isPresent()
                ? own
                : own.toBuilder().encoding(Encoding.DELTA_BINARY_PACKED).build();
    }

    private static Optional<String> path(String column, Set<String> paths) {
        return Stream.of(column, IN_VALUE + column).filter(paths::contains).findFirst();
    }

    static final class Keys implements KeyGroup<ParquetSettings> {
        /** Prefix of the connector's own key-value metadata. */
        private static final String OWN_KEY_VALUES = "parquetry.";

        private static final EnumValues<PageVersion> PAGE_VERSIONS =
                new EnumValues<PageVersion>().with("v1", PageVersion.V1, "1").with("v2", PageVersion.V2, "2");

        private record ColumnEncoding(EncodingChoice choice, Dictionary dictionary) {}

        private static final EnumValues<ColumnEncoding> COLUMN_ENCODINGS = new EnumValues<ColumnEncoding>()
                .with("compatible", new ColumnEncoding(EncodingChoice.COMPATIBLE, Dictionary.WHERE_IT_PAYS))
                .with("plain", new ColumnEncoding(EncodingChoice.COMPATIBLE, Dictionary.NEVER))
                .with("auto", new ColumnEncoding(EncodingChoice.AUTO, Dictionary.WHERE_IT_PAYS))
                .with("deltas", new ColumnEncoding(EncodingChoice.DELTAS, Dictionary.WHERE_IT_PAYS));

        private static final EnumValues<Encoding> ENCODING_NAMES = new EnumValues<Encoding>()
                .with("plain", Encoding.PLAIN)
                .with("rle", Encoding.RLE)
                .with("delta_binary_packed", Encoding.DELTA_BINARY_PACKED)
                .with("delta_length_byte_array", Encoding.DELTA_LENGTH_BYTE_ARRAY)
                .with("delta_byte_array", Encoding.DELTA_BYTE_ARRAY)
                .with("byte_stream_split", Encoding.BYTE_STREAM_SPLIT)
                .with("alp", Encoding.ALP);

        private static final double FALSE_POSITIVES = 0.01;
        private static final double FALSE_POSITIVES_LEAST = 0.0001;
        private static final double FALSE_POSITIVES_MOST = 0.5;

        private record SortOrder(Direction direction, Nulls nulls) {}

        private static final EnumValues<SortOrder> SORT_ORDERS = new EnumValues<SortOrder>()
                .with("asc", new SortOrder(Direction.ASCENDING, Nulls.LAST), "")
                .with("desc", new SortOrder(Direction.DESCENDING, Nulls.LAST))
                .with("asc_nulls_first", new SortOrder(Direction.ASCENDING, Nulls.FIRST))
                .with("desc_nulls_first", new SortOrder(Direction.DESCENDING, Nulls.FIRST));

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Parquet");
            defineCodec(group);
            definePages(group);
            defineColumns(group);
        }

        private static void defineCodec(KeyBuilder.Group group) {
            group.key(CODEC, STRING, "Codec")
                    .defaultsTo(Codecs.DEFAULT)
                    .must(Checks.text(String.join(", ", Codecs.names()) + ", or codec:level", Codecs::parse))
                    .width(Width.SHORT)
                    .says("Compression of pages. none is the same as uncompressed. Not all readers support "
                            + Codecs.notReadByAll() + ". A level can follow, as in zstd:9: " + Codecs.levelRanges()
                            + "; a higher level makes files smaller and writing slower. Without one it is "
                            + Codecs.usualLevels() + ".");
        }

        private static void definePages(KeyBuilder.Group group) {
            group.key(ROW_GROUP_BYTES, LONG, "Row group size")
                    .defaultsTo(WriterOptions.DEFAULT.rowGroupBytesMax())
                    .must(between(1024, 1L << 40))
                    .importance(LOW)
                    .says("A row group is written when its pages have this many bytes. Until then it is in memory.");
            group.key(PAGE_BYTES, INT, "Page size")
                    .defaultsTo(WriterOptions.DEFAULT.pageBytesMax())
                    .must(between(64, 1 << 28))
                    .importance(LOW)
                    .says("A page is closed at this many bytes, uncompressed; unset, "
                            + EncodingChoice.AUTO.usualPageBytes() + " with auto.");
            group.key(PAGE_ROWS, INT, "Page rows")
                    .defaultsTo(WriterOptions.DEFAULT.pageRowsMax())
                    .must(between(1, 1 << 28))
                    .importance(LOW)
                    .says("A page is closed at this many rows; unset, " + EncodingChoice.AUTO.usualPageRows()
                            + " with auto or deltas.");
            group.key(PAGE_VERSION, STRING, "Page version")
                    .defaultsTo("v1")
                    .must(PAGE_VERSIONS)
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("Version of the data pages. All readers support v1; v2 leaves levels uncompressed, so that"
                            + " readers find rows and nulls without decompressing.");
            group.key(ENCODING, STRING, "Encoding")
                    .defaultsTo("compatible")
                    .must(COLUMN_ENCODINGS)
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("How the encoding of a column is chosen. compatible: a dictionary where that makes the"
                            + " column smaller, else plain, which all readers know; only _kafka.offset and"
                            + " _kafka.timestamp are delta_binary_packed. plain: the same without dictionaries."
                            + " auto: whatever takes the fewest bytes after compression, found by trials on a page;"
                            + " files are 2 to 25 percent smaller. DuckDB,"
                            + " parquet-java and Arrow read them, but Spark cannot read numbers that are"
                            + " byte_stream_split. deltas: as auto, without byte_stream_split. Older readers may know"
                            + " neither.");
        }

        private static void defineColumns(KeyBuilder.Group group) {
            group.key(ENCODINGS, LIST, "Encodings")
                    .defaultsTo(List.of())
                    .must(Checks.list("column:encoding", Keys::encodings))
                    .importance(LOW)
                    .width(Width.LONG)
                    .says("Encodings of single columns, which then have no dictionary, whatever parquet.encoding"
                            + " says: price:byte_stream_split,address.street:delta_byte_array. Columns are dotted"
                            + " paths in the file. Encodings are " + ENCODING_NAMES + ", by the type of the column."
                            + " With alp, for fractions of few digits, parquet-java up to 1.18 cannot read any column"
                            + " of the file.");
            group.key(BLOOM_FILTERS, LIST, "Bloom filters")
                    .defaultsTo(List.of())
                    .must(Checks.list(
                            "column or column:distinct values, with a probability or without", Keys::bloomFilters))
                    .importance(LOW)
                    .width(Width.LONG)
                    .says("Columns with a bloom filter in every row group, by which readers find single values:"
                            + " user_id,order.id:1000000,session:@0.001. The number is how many distinct values a row"
                            + " group is expected to have; without it they are counted, and filters have at most 1"
                            + " MiB. After @ comes the probability of a false answer, 0.01 if it is not given.");
            group.key(SORT_BY, LIST, "Sort by")
                    .defaultsTo(List.of())
                    .must(Checks.list("column or column:order", Keys::sortedBy))
                    .importance(LOW)
                    .width(Width.LONG)
                    .says("Columns by which the rows of every row group are sorted, most significant first:"
                            + " country,at:desc. Orders are"
                            + " " + SORT_ORDERS + "; nulls come last unless the order says first. Files without one"
                            + " of the columns are sorted by the others. Writing takes several times as long. Not"
                            + " with record.metadata=kafka.");
        }

        /** @throws IllegalArgumentException with the reason when the list is invalid */
        private static Map<String, Encoding> encodings(List<String> entries) {
            Map<String, Encoding> encodings = new LinkedHashMap<>();
            PerColumnValues.parse(entries).forEach((column, word) -> {
                if (!ENCODING_NAMES.isKnown(word)) {
                    throw new IllegalArgumentException("\"" + word + "\" of column " + column
                            + " is not an encoding; write column:encoding with one of " + ENCODING_NAMES);
                }
                encodings.put(column, ENCODING_NAMES.parse(word));
            });
            return encodings;
        }

        /** @throws IllegalArgumentException with the reason when the list is invalid */
        private static Map<String, BloomFilterOptions> bloomFilters(List<String> entries) {
            Map<String, BloomFilterOptions> columns = new LinkedHashMap<>();
            PerColumnValues.parse(entries).forEach((column, given) -> columns.put(column, bloomFilter(column, given)));
            return columns;
        }

        private static BloomFilterOptions bloomFilter(String column, String given) {
            int at = given.indexOf('@');
            String number = at < 0 ? given : given.substring(0, at);
            double falsePositives = at < 0 ? FALSE_POSITIVES : probability(column, given.substring(at + 1));
            return number.isEmpty()
                    ? BloomFilterOptions.builder()
                            .falsePositives(falsePositives)
                            .build()
                    : BloomFilterOptions.expecting(positive(column, number), falsePositives);
        }

        private static double probability(String column, String text) {
            if (!text.matches("0?\\.[0-9]{1,9}")
                    || Double.parseDouble(text) < FALSE_POSITIVES_LEAST
                    || Double.parseDouble(text) > FALSE_POSITIVES_MOST) {
                throw new IllegalArgumentException("\"" + text + "\" of column " + column
                        + " is not a probability of false positives; it must be 0.0001 to 0.5");
            }
            return Double.parseDouble(text);
        }

        private static List<SortedBy> sortedBy(List<String> entries) {
            List<SortedBy> sortedBy = new ArrayList<>();
            PerColumnValues.parse(entries).forEach((column, word) -> {
                if (!SORT_ORDERS.isKnown(word)) {
                    throw new IllegalArgumentException(
                            "\"" + word + "\" of column " + column + " is not an order; use one of " + SORT_ORDERS);
                }
                SortOrder order = SORT_ORDERS.parse(word);
                sortedBy.add(new SortedBy(column, order.direction(), order.nulls()));
            });
            return sortedBy;
        }

        private static long positive(String column, String number) {
            if (!number.matches("[1-9][0-9]{0,9}")) {
                throw new IllegalArgumentException("\"" + number + "\" of column " + column
                        + " is not a number of distinct values; it must be 1 to 9999999999");
            }
            return Long.parseLong(number);
        }

        @Override
        public Map<String, String> removed() {
            return Map.of(
                    "parquet.codec.level",
                    "write the level behind the codec, as in " + CODEC + "=zstd:9",
                    "parquet.bloom.filter.false.positives",
                    "write the probability behind the column, as in " + BLOOM_FILTERS + "=id:1000000@0.001",
                    "parquet.dictionary",
                    "write " + ENCODING + "=plain for columns without dictionaries, or remove the key",
                    "parquet.dictionary.bytes",
                    "a dictionary may have 1 MiB; remove the key");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            double bloomBytes = bloomFilters(values.list(BLOOM_FILTERS)).values().stream()
                    .filter(filter -> filter.distinctValues().isPresent())
                    .mapToDouble(
                            filter -> bloomFilterBytes(filter.distinctValues().getAsLong(), filter.falsePositives()))
                    .sum();
            if (bloomBytes > values.number(ROW_GROUP_BYTES) / 2.0) {
                faults.add(
                        BLOOM_FILTERS,
                        String.format(
                                Locale.ROOT,
                                "the filters would take %,.0f bytes, more than half of a row group (%s=%d); expect"
                                        + " fewer values, or allow more false positives",
                                bloomBytes,
                                ROW_GROUP_BYTES,
                                values.number(ROW_GROUP_BYTES)));
            }
            if (!values.list(SORT_BY).isEmpty()
                    && values.text(FileSchemaSettings.RECORD_METADATA).equals(RecordMetadata.KAFKA.text())) {
                faults.add(
                        SORT_BY,
                        "with " + FileSchemaSettings.RECORD_METADATA + "=" + RecordMetadata.KAFKA.text()
                                + " rows stay in the order of their offsets, in which the source restores them;"
                                + " remove one of the two");
            }
            keyValues(values).forEach((key, value) -> {
                if (key.isEmpty() || key.startsWith(OWN_KEY_VALUES)) {
                    faults.add(
                            KEY_VALUE_PREFIX + key,
                            key.isEmpty()
                                    ? "the metadata needs a key; write it after " + KEY_VALUE_PREFIX
                                    : "keys that begin with " + OWN_KEY_VALUES + " are the connector's own; choose"
                                            + " another");
                }
            });
        }

        /** The size of a filter is a power of two, so the result of the formula may double. */
        private static double bloomFilterBytes(long distinctValues, double falsePositives) {
            return Math.min(128 << 20, -8.0 * distinctValues / Math.log(1 - Math.pow(falsePositives, 1.0 / 8)) / 8 * 2);
        }

        private static Map<String, String> keyValues(ConfigValues values) {
            Map<String, String> keyValues = new HashMap<>();
            values.given().forEach((key, value) -> {
                if (key.startsWith(KEY_VALUE_PREFIX) && value != null) {
                    keyValues.put(key.substring(KEY_VALUE_PREFIX.length()), value);
                }
            });
            return keyValues;
        }

        @Override
        public ParquetSettings read(ConfigValues values) {
            Codecs.Choice codec = Codecs.parse(values.text(CODEC));
            ColumnEncoding encoding = COLUMN_ENCODINGS.parse(values.text(ENCODING));
            WriterOptions.Builder options = WriterOptions.builder()
                    .codec(codec.codec())
                    .rowGroupBytesMax(values.number(ROW_GROUP_BYTES))
                    .pageVersion(PAGE_VERSIONS.parse(values.text(PAGE_VERSION)))
                    .encoding(encoding.choice())
                    .dictionary(encoding.dictionary());
            codec.level().ifPresent(options::compressionLevel);
            if (values.isGiven(PAGE_BYTES)) {
                options.pageBytesMax(values.integer(PAGE_BYTES));
            }
            if (values.isGiven(PAGE_ROWS)) {
                options.pageRowsMax(values.integer(PAGE_ROWS));
            }
            return new ParquetSettings(
                    options.build(), columns(values), sortedBy(values.list(SORT_BY)), keyValues(values));
        }

        private static Map<String, ColumnOptions> columns(ConfigValues values) {
            Map<String, ColumnOptions.Builder> columns = new LinkedHashMap<>();
            encodings(values.list(ENCODINGS))
                    .forEach((column, encoding) -> columns.computeIfAbsent(column, any -> ColumnOptions.builder())
                            .encoding(encoding));
            bloomFilters(values.list(BLOOM_FILTERS))
                    .forEach((column, filter) -> columns.computeIfAbsent(column, any -> ColumnOptions.builder())
                            .bloomFilter(filter));
            Map<String, ColumnOptions> built = new HashMap<>();
            columns.forEach((column, builder) -> built.put(column, builder.build()));
            return built;
        }
    }
}

package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.sink.partition.PathFormat;
import io.parquetry.connect.sink.partition.TimestampSource;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes settings of values that are good one by one, and says what does not fit together. */
final class SettingsReader {
    private final String connector;
    private final Map<String, Object> values;

    /**
     * @param connector the connector's name
     * @param values for each key of {@link SinkConfig} its parsed value
     */
    SettingsReader(String connector, Map<String, Object> values) {
        this.connector = connector;
        this.values = values;
    }

    static List<String> timestampSources() {
        return Arrays.stream(TimestampSource.values())
                .map(source -> source.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** For each key that is wrong the reason; in the order in which one would mend them. */
    Map<String, String> faults() {
        Map<String, String> faults = new LinkedHashMap<>();
        codecFault().ifPresent(fault -> faults.put(SinkConfig.PARQUET_CODEC_LEVEL, fault));
        if (number(SinkConfig.FLUSH_SIZE) == 0
                && number(SinkConfig.FILE_SIZE_BYTES) == 0
                && number(SinkConfig.ROTATE_MAX_AGE_MS) == 0) {
            faults.put(
                    SinkConfig.ROTATE_MAX_AGE_MS,
                    "no file would ever end: set " + SinkConfig.FLUSH_SIZE + ", " + SinkConfig.FILE_SIZE_BYTES + " or "
                            + SinkConfig.ROTATE_MAX_AGE_MS + " to more than 0");
        }
        if (text(SinkConfig.PARTITIONER_CLASS).equals(SinkConfig.BY_TIME)) {
            try {
                pathFormat();
            } catch (IllegalArgumentException e) {
                faults.put(SinkConfig.PATH_FORMAT, e.getMessage());
            }
            if (timestampSource() == TimestampSource.FIELD
                    && text(SinkConfig.TIMESTAMP_FIELD).isBlank()) {
                faults.put(
                        SinkConfig.TIMESTAMP_FIELD,
                        SinkConfig.TIMESTAMP_EXTRACTOR + "=field needs the name of the field that holds the time");
            }
        }
        return faults;
    }

    private Optional<String> codecFault() {
        Integer level = (Integer) values.get(SinkConfig.PARQUET_CODEC_LEVEL);
        if (level == null) {
            return Optional.empty();
        }
        String codec = text(SinkConfig.PARQUET_CODEC);
        Optional<Codecs.Levels> levels = Codecs.levels(Codecs.codec(codec));
        if (levels.isEmpty()) {
            return Optional.of("the codec " + codec + " has no levels; leave this key out");
        }
        Codecs.Levels range = levels.get();
        return level >= range.least() && level <= range.most()
                ? Optional.empty()
                : Optional.of("the codec " + codec + " has the levels " + range.least() + " to " + range.most());
    }

    /** Only when there are no {@link #faults}. */
    SinkSettings settings() {
        return new SinkSettings(
                connector,
                text(SinkConfig.STORAGE_URL),
                text(SinkConfig.TOPICS_DIR),
                RecordMetadata.parse(text(SinkConfig.RECORD_METADATA)).orElseThrow(),
                (Integer) values.get(SinkConfig.DECIMAL_PRECISION),
                writerOptions(),
                new SinkSettings.Rotation(
                        number(SinkConfig.FLUSH_SIZE),
                        number(SinkConfig.FILE_SIZE_BYTES),
                        number(SinkConfig.ROTATE_MAX_AGE_MS)),
                text(SinkConfig.PARTITIONER_CLASS).equals(SinkConfig.BY_TIME)
                        ? byTime()
                        : new SinkSettings.Partitioning.ByKafkaPartition(),
                number(SinkConfig.RETRY_BACKOFF_MS));
    }

    private WriterOptions writerOptions() {
        CompressionCodec codec = Codecs.codec(text(SinkConfig.PARQUET_CODEC));
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(codec)
                .rowGroupBytesMax(number(SinkConfig.PARQUET_ROW_GROUP_BYTES))
                .pageBytesMax((Integer) values.get(SinkConfig.PARQUET_PAGE_BYTES))
                .pageRowsMax((Integer) values.get(SinkConfig.PARQUET_PAGE_ROWS));
        Integer level = (Integer) values.get(SinkConfig.PARQUET_CODEC_LEVEL);
        return (level == null ? options : options.compressionLevel(level)).build();
    }

    private SinkSettings.Partitioning byTime() {
        return new SinkSettings.Partitioning.ByTime(
                pathFormat(),
                number(SinkConfig.PARTITION_DURATION_MS),
                timestampSource(),
                text(SinkConfig.TIMESTAMP_FIELD),
                SinkConfig.requireZone(text(SinkConfig.TIMEZONE)));
    }

    private PathFormat pathFormat() {
        return PathFormat.parse(text(SinkConfig.PATH_FORMAT), SinkConfig.requireLocale(text(SinkConfig.LOCALE)));
    }

    private TimestampSource timestampSource() {
        return TimestampSource.valueOf(text(SinkConfig.TIMESTAMP_EXTRACTOR).toUpperCase(Locale.ROOT));
    }

    private String text(String key) {
        return (String) values.get(key);
    }

    private long number(String key) {
        return (Long) values.get(key);
    }
}

package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.format.file.WriterOptions;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How a file is written. */
final class ParquetKeys implements KeyGroup<WriterOptions> {
    static final String PARQUET_CODEC = "parquet.codec";
    static final String PARQUET_CODEC_LEVEL = "parquet.codec.level";
    static final String PARQUET_ROW_GROUP_BYTES = "parquet.row.group.bytes";
    static final String PARQUET_PAGE_BYTES = "parquet.page.bytes";
    static final String PARQUET_PAGE_ROWS = "parquet.page.rows";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Parquet");
        group.key(PARQUET_CODEC, STRING, "Codec")
                .defaultsTo(Codecs.DEFAULT)
                .must(Checks.oneOf(Codecs.words()))
                .width(Width.SHORT)
                .says("How pages are compressed. none is another word for uncompressed.");
        group.key(PARQUET_CODEC_LEVEL, INT, "Codec level")
                .defaultsTo(null)
                .importance(LOW)
                .width(Width.SHORT)
                .says(
                        "Level of the codec: 1 to 9 for gzip, -7 to 22 for zstd; more is smaller and slower. Without it the"
                                + " codec's default is used, which is 3 for zstd.");
        group.key(PARQUET_ROW_GROUP_BYTES, LONG, "Row group size")
                .defaultsTo(WriterOptions.DEFAULT.rowGroupBytesMax())
                .must(between(1024, 1L << 40))
                .importance(LOW)
                .says(
                        "A row group ends when its pages have this many bytes. Each open file holds its row group in memory"
                                + " until then.");
        group.key(PARQUET_PAGE_BYTES, INT, "Page size")
                .defaultsTo(WriterOptions.DEFAULT.pageBytesMax())
                .must(between(64, 1 << 28))
                .importance(LOW)
                .says("A page ends when its values have this many bytes, uncompressed.");
        group.key(PARQUET_PAGE_ROWS, INT, "Page rows")
                .defaultsTo(WriterOptions.DEFAULT.pageRowsMax())
                .must(between(1, 1 << 28))
                .importance(LOW)
                .says("A page ends when it has this many rows.");
    }

    @Override
    public void check(Values values, Faults faults) {
        if (!values.isNull(PARQUET_CODEC_LEVEL)) {
            levelFault(values.text(PARQUET_CODEC), values.integer(PARQUET_CODEC_LEVEL))
                    .ifPresent(fault -> faults.add(PARQUET_CODEC_LEVEL, fault));
        }
    }

    private static Optional<String> levelFault(String codec, int level) {
        Optional<Codecs.Levels> levels = Codecs.levels(Codecs.codec(codec));
        if (levels.isEmpty()) {
            return Optional.of("the codec " + codec + " has no levels; leave this key out");
        }
        Codecs.Levels range = levels.get();
        return level >= range.least() && level <= range.most()
                ? Optional.empty()
                : Optional.of("the codec " + codec + " has the levels " + range.least() + " to " + range.most());
    }

    @Override
    public WriterOptions read(Values values) {
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(Codecs.codec(values.text(PARQUET_CODEC)))
                .rowGroupBytesMax(values.number(PARQUET_ROW_GROUP_BYTES))
                .pageBytesMax(values.integer(PARQUET_PAGE_BYTES))
                .pageRowsMax(values.integer(PARQUET_PAGE_ROWS));
        if (!values.isNull(PARQUET_CODEC_LEVEL)) {
            options.compressionLevel(values.integer(PARQUET_CODEC_LEVEL));
        }
        return options.build();
    }
}

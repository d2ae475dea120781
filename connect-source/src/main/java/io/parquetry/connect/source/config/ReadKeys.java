package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.Filter;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How files are read. */
public final class ReadKeys implements KeyGroup<ReadSettings> {
    public static final String FILTER = "filter";
    public static final String BATCH_MAX_RECORDS = "batch.max.records";
    public static final String BATCH_MAX_BYTES = "batch.max.bytes";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Reading");
        group.key(FILTER, STRING, "Filter")
                .defaultsTo("")
                .must(Checks.text("a condition on columns", ReadKeys::requireFilter))
                .width(Width.LONG)
                .says(
                        "Which rows are sent: a condition on the columns of the files, such as ts >= '2026-01-01T00:00:00Z'"
                                + " AND country IN ('DE','FR'); docs/filters.md has the grammar. In files that the Parquetry sink"
                                + " wrote with record.metadata=kafka the fields of the value begin with value. and those of the"
                                + " record with _kafka. , as in value.country or _kafka.offset. What statistics, bloom filters and"
                                + " indexes of a file rule out is not read. Empty for all rows.");
        group.key(BATCH_MAX_RECORDS, INT, "Records in a batch")
                .defaultsTo(1_000)
                .must(between(1, 1_000_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Most records that are given to the worker at once.");
        group.key(BATCH_MAX_BYTES, LONG, "Bytes in a batch")
                .defaultsTo(8L << 20)
                .must(between(1, 1L << 30))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Most bytes of keys and values, about, that are given to the worker at once; one record always"
                        + " goes.");
    }

    private static void requireFilter(String text) {
        if (!text.isBlank()) {
            try {
                Filter.parse(text);
            } catch (UsageException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }

    @Override
    public ReadSettings read(Values values) {
        return new ReadSettings(
                Optional.of(values.text(FILTER)).filter(text -> !text.isBlank()).map(Filter::parse),
                values.integer(BATCH_MAX_RECORDS),
                values.number(BATCH_MAX_BYTES));
    }
}

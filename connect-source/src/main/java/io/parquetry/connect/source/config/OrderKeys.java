package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** In which order files are sent. */
public final class OrderKeys implements KeyGroup<OrderSettings> {
    public static final String STREAM_ORDER = "stream.order";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Order");
        group.key(STREAM_ORDER, STRING, "Stream order")
                .defaultsTo(Words.word(StreamOrder.LEDGER))
                .must(Checks.oneOf(Words.words(StreamOrder.values())))
                .importance(LOW)
                .width(Width.SHORT)
                .says("How far files of the Parquetry sink are sent: ledger, up to the offset below which the sink has"
                        + " published everything, so that records come in their order; files, all that is there, for a"
                        + " tree whose sink will never run again.");
    }

    @Override
    public OrderSettings read(Values values) {
        return new OrderSettings(Words.constant(StreamOrder.class, values.text(STREAM_ORDER)));
    }
}

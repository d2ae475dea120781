package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** In which order files are sent. */
public final class OrderKeys implements KeyGroup<OrderSettings> {
    public static final String ORDER = "order";

    private static final EnumValues<FileOrder> ORDERS = EnumValues.of(FileOrder.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Order");
        group.key(ORDER, STRING, "Order of files")
                .defaultsTo(ORDERS.name(FileOrder.OFFSET))
                .must(ORDERS)
                .width(Width.SHORT)
                .says("In which order a task sends its files. offset: files of the Parquetry sink in the order of the"
                        + " offsets that their records had, each topic-partition by one task, and where the sink has a"
                        + " ledger only up to the offset below which it has published everything; other files by path."
                        + " modified: by the time of their last change. name: by path. With modified and name, the"
                        + " order is among the files that are whole at the same look; all that is there is sent, also"
                        + " of a sink that will never run again.");
    }

    @Override
    public OrderSettings read(Values values) {
        return new OrderSettings(ORDERS.parse(values.text(ORDER)));
    }
}

package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** In which order files are sent. */
public final class OrderKeys implements KeyGroup<OrderSettings> {
    public static final String ORDER = "order";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Order");
        group.key(ORDER, STRING, "Order of files")
                .defaultsTo(EnumValues.word(FileOrder.OFFSET))
                .must(Checks.oneOf(EnumValues.words(FileOrder.values())))
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
        return new OrderSettings(EnumValues.constant(FileOrder.class, values.text(ORDER)));
    }
}

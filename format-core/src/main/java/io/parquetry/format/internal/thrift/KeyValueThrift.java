package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.KeyValue;
import java.util.Optional;

/** {@code KeyValue}. */
final class KeyValueThrift {
    private static final long REQUIRED = CompactReader.fields(1);

    private KeyValueThrift() {}

    static KeyValue read(CompactReader in) {
        String key = null;
        Optional<String> value = Optional.empty();
        in.beginStruct("KeyValue");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> key = in.fieldString();
                case 2 -> value = Optional.of(in.fieldString());
                default -> in.skip();
            }
        }
        in.require("KeyValue", REQUIRED);
        return new KeyValue(key, value);
    }

    static void write(CompactWriter out, KeyValue entry) {
        out.beginStruct();
        out.string(1, entry.key());
        entry.value().ifPresent(text -> out.string(2, text));
        out.endStruct();
    }
}

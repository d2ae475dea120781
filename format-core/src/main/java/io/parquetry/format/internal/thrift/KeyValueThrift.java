package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.KeyValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code KeyValue}. What is no text is skipped, as a field of an unknown number is: nothing else depends on it. */
final class KeyValueThrift {
    /** What an entry takes in memory, about. */
    static final int BYTES_EACH = 96;

    private static final long REQUIRED = CompactReader.fields(1);

    private KeyValueThrift() {}

    /** Reads the list in the current field; what is skipped is added to the defects. */
    static List<KeyValue> readList(CompactReader in, Set<String> defects) {
        if (!in.fieldIsListOf(CompactType.STRUCT)) {
            in.skip();
            defects.add("the key-value metadata is no list of pairs and is not read");
            return List.of();
        }
        return in.fieldStructs(BYTES_EACH, each -> read(each, defects)).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<KeyValue> read(CompactReader in, Set<String> defects) {
        String key = null;
        Optional<String> value = Optional.empty();
        in.beginStruct("KeyValue");
        while (in.nextField()) {
            int id = in.fieldId();
            if (id != 1 && id != 2) {
                in.skip();
            } else if (!in.fieldIs(CompactType.BINARY)) {
                in.skip();
                defects.add(
                        "a " + (id == 1 ? "key" : "value") + " of the key-value metadata is no text and is not read");
            } else if (id == 1) {
                key = in.fieldString();
            } else {
                value = Optional.of(in.fieldString());
            }
        }
        in.require("KeyValue", REQUIRED);
        return key == null ? Optional.empty() : Optional.of(new KeyValue(key, value));
    }

    static void write(CompactWriter out, KeyValue entry) {
        out.beginStruct();
        out.string(1, entry.key());
        entry.value().ifPresent(text -> out.string(2, text));
        out.endStruct();
    }
}

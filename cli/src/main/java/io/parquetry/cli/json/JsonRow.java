package io.parquetry.cli.json;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** An object for {@link JsonLines}: the row of a table with its fields in the order of the calls. */
public final class JsonRow {
    private final List<String> names = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** @param value what {@link JsonLines} takes; null for what is not known */
    public JsonRow put(String name, Object value) {
        names.add(name);
        values.add(value);
        return this;
    }

    public JsonRow put(String name, OptionalLong value) {
        return put(name, value.isPresent() ? value.getAsLong() : null);
    }

    public JsonRecordBuilder.Struct toStruct() {
        return new JsonRecordBuilder.Struct(List.copyOf(names), values.toArray());
    }
}

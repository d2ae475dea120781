package io.parquetry.connect.common.config;

import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;

/** Keys of a group whose settings become something else. */
record MappedKeys<S, T>(KeyGroup<S> group, Function<? super S, ? extends T> change) implements KeyGroup<T> {
    @Override
    public void define(ConfigDef keys) {
        group.define(keys);
    }

    @Override
    public void check(ConfigValues values, Faults faults) {
        group.check(values, faults);
    }

    @Override
    public Map<String, String> removed() {
        return group.removed();
    }

    @Override
    public T read(ConfigValues values) {
        return change.apply(group.read(values));
    }
}

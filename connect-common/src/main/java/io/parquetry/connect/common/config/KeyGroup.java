package io.parquetry.connect.common.config;

import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Keys of one subject: it defines them, checks them against each other, and turns their values into settings. A group
 * reads its own keys only, unless a rule spans two groups.
 *
 * @param <S> the settings
 */
public interface KeyGroup<S> {
    /** Adds the keys to the definition. */
    void define(ConfigDef keys);

    /** Adds a fault for values that are valid one by one, but not together. */
    default void check(ConfigValues values, Faults faults) {}

    /**
     * Keys that earlier versions had: for each what to do instead. A configuration that still has one is refused, since
     * the user would otherwise rely on what it no longer sets.
     */
    default Map<String, String> removed() {
        return Map.of();
    }

    /** The settings; only when {@link #check} found no fault. */
    S read(ConfigValues values);

    /** The same keys, whose settings become something else. */
    default <T> KeyGroup<T> map(Function<? super S, ? extends T> change) {
        return new MappedKeys<>(this, change);
    }
}

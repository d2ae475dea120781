package io.parquetry.connect.common.config;

import org.apache.kafka.common.config.ConfigDef;

/**
 * Keys that belong to one matter: their names and meaning, what must fit together among them, and the settings that they
 * become. A group reads keys of its own only, unless a rule spans two groups.
 *
 * @param <S> the settings that the keys become
 */
public interface KeyGroup<S> {
    /** Adds the keys to the definition. */
    void define(ConfigDef keys);

    /** Says what does not fit together, of values that are good one by one. */
    default void check(Values values, Faults faults) {}

    /** The settings; only when {@link #check} found no fault. */
    S read(Values values);
}

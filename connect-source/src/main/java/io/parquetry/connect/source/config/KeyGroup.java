package io.parquetry.connect.source.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/** Adds the keys of one group to a definition, in their order. */
final class KeyGroup {
    private final ConfigDef keys;
    private final String name;
    private int order;

    KeyGroup(ConfigDef keys, String name) {
        this.keys = keys;
        this.name = name;
    }

    /**
     * Begins a key; {@link Key#says} adds it.
     *
     * @param validator null when every value is good
     */
    Key add(String key, ConfigDef.Type type, Object defaultValue, ConfigDef.Validator validator) {
        return new Key(key, type, defaultValue, validator);
    }

    final class Key {
        private final String key;
        private final ConfigDef.Type type;
        private final Object defaultValue;
        private final ConfigDef.Validator validator;
        private String displayName;
        private ConfigDef.Importance importance;
        private ConfigDef.Width width;

        private Key(String key, ConfigDef.Type type, Object defaultValue, ConfigDef.Validator validator) {
            this.key = key;
            this.type = type;
            this.defaultValue = defaultValue;
            this.validator = validator;
        }

        Key shown(String as, ConfigDef.Importance howImportant, ConfigDef.Width howWide) {
            displayName = as;
            importance = howImportant;
            width = howWide;
            return this;
        }

        void says(String documentation) {
            keys.define(
                    key,
                    type,
                    defaultValue,
                    validator,
                    importance,
                    documentation,
                    name,
                    ++order,
                    width,
                    displayName,
                    List.of());
        }
    }
}

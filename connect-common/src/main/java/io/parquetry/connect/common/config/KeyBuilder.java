package io.parquetry.connect.common.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** Describes one key; {@link #says} comes last and adds the key to the definition. */
public final class KeyBuilder {
    private final Group group;
    private final String name;
    private final ConfigDef.Type type;
    private final String displayName;
    private Object defaultValue = ConfigDef.NO_DEFAULT_VALUE;
    private ConfigDef.Validator validator;
    private ConfigDef.Importance importance = ConfigDef.Importance.MEDIUM;
    private ConfigDef.Width width = ConfigDef.Width.MEDIUM;

    private KeyBuilder(Group group, String name, ConfigDef.Type type, String displayName) {
        this.group = group;
        this.name = name;
        this.type = type;
        this.displayName = displayName;
    }

    /** The names that a value may have, for user interfaces. */
    private record Recommended(EnumValues<?> values) implements ConfigDef.Recommender {
        @Override
        public List<Object> validValues(String key, Map<String, Object> parsed) {
            return List.copyOf(values.names());
        }

        @Override
        public boolean visible(String key, Map<String, Object> parsed) {
            return true;
        }
    }

    /** Keys with a common heading in the documentation, in the order in which they are added. */
    public static final class Group {
        private final ConfigDef keys;
        private final String name;
        private int order;

        public Group(ConfigDef keys, String name) {
            this.keys = keys;
            this.name = name;
        }

        /** A text, which may be empty. */
        public KeyBuilder text(String key, String displayName) {
            return key(key, ConfigDef.Type.STRING, displayName).defaultsTo("");
        }

        /** A text that is not shown, {@link ConfigValues#secret}. */
        public KeyBuilder secret(String key, String displayName) {
            return key(key, ConfigDef.Type.PASSWORD, displayName).defaultsTo("");
        }

        public KeyBuilder key(String key, ConfigDef.Type type, String displayName) {
            return new KeyBuilder(this, key, type, displayName);
        }
    }

    /** A key without a default is required; null is a default. */
    public KeyBuilder defaultsTo(Object value) {
        defaultValue = value;
        return this;
    }

    public KeyBuilder must(ConfigDef.Validator check) {
        validator = check;
        return this;
    }

    public KeyBuilder importance(ConfigDef.Importance value) {
        importance = value;
        return this;
    }

    public KeyBuilder width(ConfigDef.Width value) {
        width = value;
        return this;
    }

    public void says(String documentation) {
        group.keys.define(
                name,
                type,
                defaultValue,
                validator,
                importance,
                documentation,
                group.name,
                ++group.order,
                width,
                displayName,
                List.of(),
                validator instanceof EnumValues<?> values ? new Recommended(values) : null);
    }
}

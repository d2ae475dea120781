package io.parquetry.connect.common.schema;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * A copy of a schema in which some parts are others. It has no default unless one is given, since the original's need
 * not fit. Unlike Kafka's {@code SchemaBuilder} it takes fields without a name and arrays without a schema of elements.
 */
public final class SchemaCopy {
    private final Schema original;
    private Schema.Type type;
    private boolean optional;
    private String name;
    private Map<String, String> parameters;
    private List<Field> fields;
    private Schema key;
    private Schema value;

    private SchemaCopy(Schema original) {
        this.original = original;
        type = original.type();
        optional = original.isOptional();
        name = original.name();
        parameters = original.parameters();
        boolean isMap = type == Schema.Type.MAP;
        fields = type == Schema.Type.STRUCT ? original.fields() : null;
        key = isMap ? original.keySchema() : null;
        value = isMap || type == Schema.Type.ARRAY ? original.valueSchema() : null;
    }

    public static SchemaCopy of(Schema original) {
        return new SchemaCopy(original);
    }

    /** For types without parts. */
    SchemaCopy type(Schema.Type changed) {
        type = changed;
        return this;
    }

    public SchemaCopy optional(boolean changed) {
        optional = changed;
        return this;
    }

    SchemaCopy name(String changed) {
        name = changed;
        return this;
    }

    SchemaCopy parameters(Map<String, String> changed) {
        parameters = changed;
        return this;
    }

    public SchemaCopy fields(List<Field> changed) {
        fields = Collections.unmodifiableList(changed);
        return this;
    }

    /** Turns a map into an array, too. */
    SchemaCopy array(Schema element) {
        type = Schema.Type.ARRAY;
        key = null;
        value = element;
        return this;
    }

    SchemaCopy map(Schema ofKeys, Schema ofValues) {
        key = ofKeys;
        value = ofValues;
        return this;
    }

    public Schema build() {
        return withDefault(null);
    }

    /** The copy with the original's default as the function converts it to the schema of the copy. */
    Schema buildConverting(BiFunction<Object, Schema, Object> conversion) {
        Schema copy = build();
        return original.defaultValue() == null ? copy : withDefault(conversion.apply(original.defaultValue(), copy));
    }

    public Schema withDefault(Object defaultValue) {
        return new ConnectSchema(
                type, optional, defaultValue, name, original.version(), original.doc(), parameters, fields, key, value);
    }
}

package io.parquetry.format;

/**
 * A record that does not fit the schema. The writer that threw it is in the state before the record, and takes the next
 * one.
 *
 * <p>The path grows outwards while the exception passes the fields that enclose the value.
 */
public final class InvalidRecordException extends UsageException {
    private static final long serialVersionUID = 1L;

    private String path = "";

    /** @param reason what is wrong with the value, which value it is, and what is allowed */
    public InvalidRecordException(String reason) {
        super(reason);
    }

    /** The error for a null where the schema requires a value. */
    public static InvalidRecordException ofRequired() {
        return new InvalidRecordException("is required but null; give it a value, or make the field optional");
    }

    /** The error for a null key of a map: the host's schema may allow it, and that of a file does not. */
    public static InvalidRecordException ofMapKey() {
        return new InvalidRecordException(
                "is null, which no key of a map in Parquet may be; give the entry a key, or leave it out");
    }

    /** Adds that the value is in the field {@code name} of a struct. */
    public InvalidRecordException inField(String name) {
        path = path.isEmpty() || path.startsWith("[") ? name + path : name + "." + path;
        return this;
    }

    /** Adds that the value is in element {@code index} of a list, or in entry {@code index} of a map. */
    public InvalidRecordException inElement(int index) {
        String element = "[" + index + "]";
        path = path.isEmpty() || path.startsWith("[") ? element + path : element + "." + path;
        return this;
    }

    /** The dotted path of the field, with {@code [n]} for list elements; empty for the record itself. */
    public String fieldPath() {
        return path;
    }

    @Override
    String text() {
        return path.isEmpty() ? reason() : "field " + path + ": " + reason();
    }
}

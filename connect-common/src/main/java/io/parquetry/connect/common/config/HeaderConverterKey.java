package io.parquetry.connect.common.config;

import io.parquetry.connect.common.log.Log;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Connect's {@code header.converter}, as far as a connector sees it: the key of its own configuration. Without it the
 * converter of the worker applies, by default one that guesses types: {@code 00417} becomes the number 417.
 */
public final class HeaderConverterKey {
    public static final String KEY = "header.converter";

    /** The converter that keeps the bytes of headers. */
    public static final String OF_BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

    /** The names that Connect's plugin aliases give it. */
    private static final Set<String> NAMES_OF_BYTES = Set.of(OF_BYTES, "ByteArrayConverter", "ByteArray");

    /** Connect's converters for one type of number, and for booleans. */
    private static final Pattern NAMES_OF_NEITHER = Pattern.compile(
            "(org\\.apache\\.kafka\\.connect\\.converters\\.)?(Boolean|Short|Integer|Long|Float|Double)(Converter)?");

    private static final Log LOG = Log.of(HeaderConverterKey.class);

    private HeaderConverterKey() {}

    /** The values that a converter takes. */
    public enum Takes {
        /** Text, numbers and others. */
        TEXT,
        /** Bytes and nothing else. */
        BYTES,
        /** Values of one type that is neither. */
        NEITHER
    }

    /** What the connector's converter takes; that of a worker is not known, and counts as one for text. */
    public static Takes takes(Map<String, String> given) {
        String converter = converter(given).orElse("");
        if (NAMES_OF_BYTES.contains(converter)) {
            return Takes.BYTES;
        }
        return NAMES_OF_NEITHER.matcher(converter).matches() ? Takes.NEITHER : Takes.TEXT;
    }

    /** A JSON null counts as a key that is not given, as in Connect. */
    private static Optional<String> converter(Map<String, String> given) {
        return Optional.ofNullable(given.get(KEY)).map(String::trim);
    }

    /** Whether the headers of the connector's records are bytes. */
    public static boolean isOfBytes(Map<String, String> given) {
        return takes(given) == Takes.BYTES;
    }

    /** Warns where the headers of records would not come back byte for byte. */
    public static void warnUnlessOfBytes(Map<String, String> given) {
        if (!isOfBytes(given)) {
            LOG.warn(
                    "connector \"{}\" keeps headers, and {} is {}, which may change them, such as 00417 to 417. Set"
                            + " {}={} in the connector's configuration",
                    given.getOrDefault("name", ""),
                    KEY,
                    converter(given).orElse("that of the worker"),
                    KEY,
                    OF_BYTES);
        }
    }
}

package io.parquetry.connect.common.config;

import io.parquetry.connect.common.log.Log;
import java.util.Map;
import java.util.Set;

/**
 * Connect's {@code header.converter}, as far as a connector sees it: the key of its own configuration. Without it the
 * converter of the worker applies, by default one that guesses types: {@code 00417} becomes the number 417.
 */
public final class HeaderConverter {
    public static final String KEY = "header.converter";

    /** The converter that keeps the bytes of headers. */
    public static final String OF_BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

    /** The names that Connect's plugin aliases give it. */
    private static final Set<String> NAMES_OF_BYTES = Set.of(OF_BYTES, "ByteArrayConverter", "ByteArray");

    private static final Log LOG = Log.of(HeaderConverter.class);

    private HeaderConverter() {}

    /** Whether the headers of the connector's records are bytes. */
    public static boolean isOfBytes(Map<String, String> given) {
        String converter = given.get(KEY);
        return converter != null && NAMES_OF_BYTES.contains(converter.trim());
    }

    /** Warns where the headers of records would not come back byte for byte. */
    public static void warnUnlessOfBytes(Map<String, String> given) {
        if (!isOfBytes(given)) {
            LOG.warn(
                    "connector \"{}\" keeps headers, and {} is {}, which may change them, such as 00417 to 417. Set"
                            + " {}={} in the connector's configuration",
                    given.getOrDefault("name", ""),
                    KEY,
                    given.getOrDefault(KEY, "that of the worker"),
                    KEY,
                    OF_BYTES);
        }
    }
}

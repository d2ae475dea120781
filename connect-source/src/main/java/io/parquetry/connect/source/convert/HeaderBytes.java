package io.parquetry.connect.source.convert;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Values;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * Headers for a converter that takes bytes and nothing else. Text and numbers, which another converter made of the
 * bytes before they were archived, become the bytes that Connect's default converter makes of them.
 */
final class HeaderBytes {
    private HeaderBytes() {}

    static Headers of(Headers headers) {
        boolean bytes = true;
        for (Header header : headers) {
            bytes &= isBytes(header);
        }
        if (bytes) {
            return headers;
        }
        Headers converted = new ConnectHeaders();
        for (Header header : headers) {
            if (isBytes(header)) {
                converted.add(header);
            } else {
                converted.add(header.key(), text(header), Schema.OPTIONAL_BYTES_SCHEMA);
            }
        }
        return converted;
    }

    private static boolean isBytes(Header header) {
        return header.schema() != null
                && header.schema().type() == Schema.Type.BYTES
                && (header.value() == null || header.value() instanceof byte[]);
    }

    private static byte[] text(Header header) {
        return header.value() == null
                ? null
                : Values.convertToString(header.schema(), header.value()).getBytes(StandardCharsets.UTF_8);
    }
}

package io.parquetry.connect.source.merge;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * Whether two rows hold the same record: key, value, timestamp and headers. Schemas are not compared, because a tool
 * that merges small files may not keep them; the values of fields are, by the names of the fields.
 */
final class SameRecord {
    private SameRecord() {}

    static boolean of(StoredRecord one, StoredRecord two) {
        return isSame(one.value(), two.value())
                && one.kafka().isPresent() == two.kafka().isPresent()
                && (one.kafka().isEmpty()
                        || isSame(one.kafka().get(), two.kafka().get()));
    }

    private static boolean isSame(KafkaMetadata one, KafkaMetadata two) {
        return Objects.equals(one.timestamp(), two.timestamp())
                && isSame(one.key(), two.key())
                && isSame(values(one.headers()), values(two.headers()));
    }

    private static List<Object> values(Headers headers) {
        List<Object> values = new ArrayList<>();
        for (Header header : headers) {
            values.add(header.key());
            values.add(header.value());
        }
        return values;
    }

    private static boolean isSame(Object one, Object two) {
        if (one instanceof Struct a && two instanceof Struct b) {
            return isSame(fields(a), fields(b));
        } else if (one instanceof List<?> a && two instanceof List<?> b) {
            return isSame(a, b);
        } else if (one instanceof Map<?, ?> a && two instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet())
                    && a.entrySet().stream().allMatch(entry -> isSame(entry.getValue(), b.get(entry.getKey())));
        } else if (one instanceof BigDecimal a && two instanceof BigDecimal b) {
            return a.compareTo(b) == 0;
        }
        return Objects.equals(comparable(one), comparable(two));
    }

    /** The fields that are stored, which a null is not: a merged file has the columns of all files, in any order. */
    private static Map<String, Object> fields(Struct struct) {
        Map<String, Object> fields = new HashMap<>();
        struct.schema().fields().forEach(field -> {
            Object value = struct.getWithoutDefault(field.name());
            if (value != null) {
                fields.put(field.name(), value);
            }
        });
        return fields;
    }

    private static boolean isSame(List<?> one, List<?> two) {
        boolean same = one.size() == two.size();
        for (int i = 0; same && i < one.size(); i++) {
            same = isSame(one.get(i), two.get(i));
        }
        return same;
    }

    private static Object comparable(Object value) {
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }
}

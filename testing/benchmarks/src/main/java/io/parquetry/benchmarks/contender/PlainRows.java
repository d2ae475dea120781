package io.parquetry.benchmarks.contender;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** Rows of a data set as maps of physical values, which every build of the engine takes. */
final class PlainRows {
    private PlainRows() {}

    static Map<String, Object> of(Struct row) {
        Map<String, Object> fields = new HashMap<>();
        for (Field field : row.schema().fields()) {
            Object value = row.get(field);
            if (value != null) {
                fields.put(field.name(), plain(field.schema(), value));
            }
        }
        return fields;
    }

    private static Object plain(Schema schema, Object value) {
        if (value instanceof Struct struct) {
            return of(struct);
        }
        if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>(list.size());
            list.forEach(each -> elements.add(each == null ? null : plain(schema.valueSchema(), each)));
            return elements;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, each) -> entries.put(
                    plain(schema.keySchema(), key), each == null ? null : plain(schema.valueSchema(), each)));
            return entries;
        }
        if (Timestamp.LOGICAL_NAME.equals(schema.name())) {
            return Timestamp.fromLogical(schema, (java.util.Date) value);
        }
        if (Decimal.LOGICAL_NAME.equals(schema.name())) {
            return new PhysicalDecimal(schema).physical((BigDecimal) value);
        }
        return Date.LOGICAL_NAME.equals(schema.name()) ? Date.fromLogical(schema, (java.util.Date) value) : value;
    }
}

package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What no writer of Structs saves: each value is taken out of its record, texts are copied once, and the pages that
 * Parquetry's file has, at least one for each column, are compressed and written. No levels, no encodings, no
 * statistics.
 */
final class FloorWrite extends RecordWrite<Struct> {
    /** Any number of so many digits is a long. */
    private static final int LONG_DIGITS = 18;

    private final FloorCodec codec;
    private final byte[] pages;
    private final int pageBytes;
    private final Taker taker;
    private byte[] text = new byte[1 << 16];

    /** What was taken, so that it is. */
    private long taken;

    /** Takes all values of one place of the schema. */
    private interface Taker {
        long take(Object value);
    }

    /** @param uncompressed the same rows, as Parquetry writes them without a codec */
    FloorWrite(Dataset data, int rows, Path file, Codec codec, Path uncompressed) throws IOException {
        super(data, rows, file);
        this.codec = new FloorCodec(codec);
        this.pages = Files.readAllBytes(uncompressed);
        int columns = RecordLayout.of(null, data.schema(), RecordMetadata.NONE, ColumnTypes.DEFAULT)
                .schema()
                .leaves()
                .size();
        this.pageBytes = Math.min(FloorCodec.PAGE_BYTES, pages.length / columns + 1);
        this.taker = taker(data.schema());
    }

    @Override
    public String name() {
        return "values taken, pages compressed";
    }

    @Override
    Struct prepare(Struct record) {
        return record;
    }

    private Taker taker(Schema schema) {
        return switch (schema.type()) {
            case STRUCT -> struct(schema.fields());
            case ARRAY -> list(taker(schema.valueSchema()));
            case MAP -> map(taker(schema.keySchema()), taker(schema.valueSchema()));
            case STRING -> value -> value == null ? 0 : copied((String) value);
            case BOOLEAN -> value -> value == null ? 0 : (Boolean) value ? 1 : 0;
            case FLOAT64 -> value -> value == null ? 0 : Double.doubleToRawLongBits((Double) value);
            case INT64 -> value -> value == null ? 0 : value instanceof Long number ? number : value.hashCode();
            case INT32 -> value -> value == null ? 0 : value instanceof Integer number ? number : value.hashCode();
            default -> FloorWrite::other;
        };
    }

    private Taker struct(List<Field> list) {
        Field[] fields = list.toArray(Field[]::new);
        Taker[] takers = list.stream().map(field -> taker(field.schema())).toArray(Taker[]::new);
        return value -> {
            long sum = 0;
            if (value instanceof Struct struct) {
                for (int i = 0; i < fields.length; i++) {
                    sum += takers[i].take(struct.get(fields[i]));
                }
            }
            return sum;
        };
    }

    private static Taker list(Taker element) {
        return value -> {
            long sum = 0;
            if (value != null) {
                for (Object each : (List<?>) value) {
                    sum += element.take(each);
                }
            }
            return sum;
        };
    }

    private static Taker map(Taker key, Taker value) {
        return map -> {
            long sum = 0;
            if (map != null) {
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
                    sum += key.take(entry.getKey()) + value.take(entry.getValue());
                }
            }
            return sum;
        };
    }

    private static long other(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.precision() <= LONG_DIGITS
                    ? decimal.scaleByPowerOfTen(decimal.scale()).longValue()
                    : decimal.unscaledValue().toByteArray().length;
        }
        return value == null ? 0 : value.hashCode();
    }

    @SuppressWarnings("deprecation")
    private long copied(String value) {
        int length = value.length();
        if (length > text.length) {
            text = new byte[2 * length];
        }
        value.getBytes(0, length, text, 0);
        return length;
    }

    @Override
    Target<Struct> open(Path file) {
        return new Target<>() {
            @Override
            public void write(Struct record) {
                taken += taker.take(record);
            }

            @Override
            public void close() throws IOException {
                try (OutputStream out = Files.newOutputStream(file)) {
                    writePages(out);
                }
            }
        };
    }

    private void writePages(OutputStream out) throws IOException {
        for (int first = 0; first < pages.length; first += pageBytes) {
            out.write(codec.compress(Arrays.copyOfRange(pages, first, Math.min(pages.length, first + pageBytes))));
        }
    }
}

package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.encoding.DecodedValues;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.encoding.ValueDecoders;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.util.Arrays;

/** Four bytes choose encoding, type, length of values and number of values; the others are a page of values. */
public final class ValuesTarget {
    private static final int CHOICES = 4;
    private static final int BATCH = 64;

    private ValuesTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length <= CHOICES) {
            return;
        }
        Encoding encoding = Encoding.values()[(data[0] & 0xFF) % Encoding.values().length];
        PhysicalType physical = PhysicalType.values()[(data[1] & 0xFF) % PhysicalType.values().length];
        try {
            read(data, decoder(encoding, type(physical, data[2] & 0x1F)), physical);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            Refusals.requireReason(e);
        }
    }

    private static PrimitiveType type(PhysicalType physical, int length) {
        return physical == PhysicalType.FIXED_LEN_BYTE_ARRAY
                ? PrimitiveType.fixed("fuzzed", Repetition.REQUIRED, length + 1)
                : PrimitiveType.of("fuzzed", Repetition.REQUIRED, physical);
    }

    @SuppressWarnings("unchecked")
    private static ValueDecoder<DecodedValues> decoder(Encoding encoding, PrimitiveType type) {
        return (ValueDecoder<DecodedValues>) ValueDecoders.of(encoding, type);
    }

    private static void read(byte[] data, ValueDecoder<DecodedValues> decoder, PhysicalType physical) {
        byte[] page = Arrays.copyOf(data, data.length + ValueDecoder.SLACK_BYTES);
        DecodedValues values = DecodedValues.of(physical, BATCH);
        decoder.start(page, CHOICES, data.length);
        for (int left = 8 * (data[3] & 0xFF) + 1; left > 0; ) {
            int count = decoder.fitting(Math.min(left, BATCH));
            decoder.read(values, count);
            left -= count;
        }
    }
}

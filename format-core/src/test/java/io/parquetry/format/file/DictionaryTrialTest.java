package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** A column has a dictionary where that makes it smaller, and is not made larger where it does not. */
class DictionaryTrialTest {
    private static final int ROWS = 100_000;
    private static final MessageType SCHEMA =
            new MessageType("record", List.of(PrimitiveType.of("value", Repetition.REQUIRED, PhysicalType.INT32)));

    private static final class Written {
        private final long bytes;
        private final boolean dictionary;

        private Written(WriterOptions.Dictionary wanted, IntUnaryOperator values) throws IOException {
            WriterOptions options = WriterOptions.builder()
                    .codec(CompressionCodec.UNCOMPRESSED)
                    .dictionary(wanted)
                    .build();
            MemoryOutputFile out = new MemoryOutputFile("file");
            try (ParquetWriter writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
                for (int row = 0; row < ROWS; row++) {
                    writer.write(Map.of("value", values.applyAsInt(row)));
                }
                FileMetadata footer = writer.finish();
                dictionary =
                        footer.rowGroups().get(0).columns().get(0).encodingIds().contains(Encoding.RLE_DICTIONARY.id());
            }
            bytes = out.position();
        }
    }

    private static Written write(IntUnaryOperator values) throws IOException {
        return new Written(WriterOptions.Dictionary.WHERE_IT_PAYS, values);
    }

    private static long plainBytes(IntUnaryOperator values) throws IOException {
        return new Written(WriterOptions.Dictionary.NEVER, values).bytes;
    }

    @Test
    void thousandsOfValuesThatComeAgainSoonerOrLaterHaveOne() throws IOException {
        int[] numbers = new Random(1).ints(ROWS, 0, 9_000).toArray();
        Written written = write(row -> numbers[row]);
        assertThat(written.dictionary).isTrue();
        assertThat(written.bytes).isLessThan(plainBytes(row -> numbers[row]) * 6 / 10);
    }

    @Test
    void valuesThatComeOnceHaveNone() throws IOException {
        Written written = write(row -> row);
        assertThat(written.dictionary).isFalse();
        assertThat(written.bytes).isEqualTo(plainBytes(row -> row));
    }

    @Test
    void valuesThatComeOnceInALongWhileHaveNone() throws IOException {
        int[] numbers = new Random(1).ints(ROWS, 0, 60_000).toArray();
        Written written = write(row -> numbers[row]);
        assertThat(written.dictionary).isFalse();
        assertThat(written.bytes).isEqualTo(plainBytes(row -> numbers[row]));
    }
}

package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.SchemalessVariant.FieldOrder;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantEncoder;
import io.parquetry.format.variant.VariantMetadata;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A value without schema comes back from its variant with its Java types and the order of its maps. */
class SchemalessVariantTest {
    private final SchemalessVariant.ValueWriter writer = new SchemalessVariant.ValueWriter();
    private final SchemalessVariant.ValueReader reader = new SchemalessVariant.ValueReader(FieldOrder.STORED);

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    private Object back(Object value) {
        Variant variant = writer.write(value);
        return reader.read(variant.metadata(), variant.value());
    }

    @Property(tries = 500)
    void anyValueComesBack(@ForAll("seeds") long seed) {
        Object value = new ConnectArbitraries(seed).schemaless(4);

        Object back = back(value);

        assertThat(ConnectArbitraries.comparable(back)).isEqualTo(ConnectArbitraries.comparable(value));
        assertThat(back.getClass()).isEqualTo(value.getClass());
    }

    static List<Object> values() {
        Schema schema = SchemaBuilder.struct().field("a", Schema.INT8_SCHEMA).build();
        return List.of(
                new Date(1_700_000_000_123L),
                new Date(-1),
                new Date(Long.MAX_VALUE),
                new Date(Long.MIN_VALUE),
                new Date(Long.MAX_VALUE / 1000),
                new BigDecimal("12345678901234567890123456789012345678"),
                new BigDecimal("123456789012345678901234567890123456789"),
                new BigDecimal("1e50"),
                new BigDecimal("-0.00000000000000000000000000000000000001"),
                new Struct(schema).put("a", (byte) 1),
                Map.of("@a", 1L),
                Map.of("@map", List.of()),
                Map.of(1L, "x"),
                "x".repeat(100_000),
                "",
                "\ud83d\ude00",
                Map.of("", ""));
    }

    @ParameterizedTest
    @MethodSource("values")
    void edgesComeBack(Object value) {
        assertThat(back(value)).isEqualTo(value);
    }

    @Test
    void bytesComeBack() {
        assertThat((byte[]) back(new byte[] {1, 2})).containsExactly(1, 2);
    }

    @Test
    void namesComeBackInTheirOrderWhateverTheyAreCalled() {
        Random random = new Random(7);
        for (int count : new int[] {2, 300, 70_000}) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                map.put("f" + random.nextLong(), List.of((long) i));
            }
            assertThat(new ArrayList<>(((Map<?, ?>) back(map)).entrySet())).isEqualTo(new ArrayList<>(map.entrySet()));
        }
        assertThat(back(Map.of("a", 1L))).isEqualTo(Map.of("a", 1L));
    }

    private static Object nested(int levels) {
        Object value = 1L;
        for (int i = 0; i < levels; i++) {
            value = i % 2 == 0 ? List.of(value) : Map.of("a", value);
        }
        return value;
    }

    @Test
    void aValueThatIsTooDeepIsRefusedAndTheNextIsTaken() {
        assertThat(back(nested(500))).isEqualTo(nested(500));
        assertThatThrownBy(() -> writer.write(nested(501)))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("nests deeper than 500 levels");
        assertThat(back(List.of(1L))).isEqualTo(List.of(1L));
    }

    @Test
    void textThatIsNoUnicodeIsRefused() {
        assertThatThrownBy(() -> writer.write(List.of("a\ud800")))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("unpaired surrogate at position 1");
        assertThatThrownBy(() -> writer.write(Map.of("\udc00", 1L))).hasMessageContaining("unpaired surrogate");
    }

    @Test
    void aValueThatIsTooLongIsRefused() {
        byte[] part = new byte[33 << 20];
        assertThatThrownBy(() -> writer.write(List.of(part, part, part, part)))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("more than 128 MiB");
    }

    @Test
    void aClassThatConnectDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> writer.write(List.of(new StringBuilder("x"))))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("java.lang.StringBuilder");
    }

    @Test
    void damagedVariantsAreReported() {
        Variant good = writer.write(Map.of("a", List.of(1L, "x", Map.of("b", 2.5))));
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] metadata = good.metadata().clone();
            byte[] value = good.value().clone();
            byte[] damaged = random.nextInt(4) == 0 ? metadata : value;
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            byte[] cut = Arrays.copyOf(value, value.length - random.nextInt(2) * random.nextInt(value.length));
            try {
                reader.read(metadata, cut);
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageContaining("variant");
            }
        }
    }

    /** An array of 250 elements that are all the same text of 1,000 bytes. */
    @Test
    void aTextThatManyElementsShareIsReported() {
        byte[] text = VariantEncoder.ofString(new byte[1_000], 0, 1_000);
        byte[] value = new byte[2 + 251 * 2 + text.length];
        value[0] = 1 << 2 | 3;
        value[1] = (byte) 250;
        value[2 + 250 * 2] = (byte) text.length;
        value[3 + 250 * 2] = (byte) (text.length >> 8);
        System.arraycopy(text, 0, value, 2 + 251 * 2, text.length);
        byte[] names = VariantEncoder.ofMetadata(List.of());
        assertThatThrownBy(() -> reader.read(names, value))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("values that overlap");
        assertThatThrownBy(() -> new Variant(names, value).toJson())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("values that overlap");
    }

    @Test
    void aMarkWithoutItsContentIsReported() {
        for (String mark : List.of("@buffer", "@decimal", "@date", "@map", "@struct")) {
            byte[] names = VariantEncoder.ofMetadata(List.of(mark));
            byte[] value = VariantEncoder.ofObject(Map.of(mark, VariantEncoder.ofNull()), VariantMetadata.parse(names));
            assertThatThrownBy(() -> reader.read(names, value))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageMatching("a variant without schema: the mark " + mark + " has no .* behind it");
        }
    }

    @Test
    void aTypeThatTheSinkDoesNotWriteIsReported() {
        byte[] names = VariantEncoder.ofMetadata(List.of());
        assertThatThrownBy(() -> reader.read(names, VariantEncoder.ofDate(1)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("DATE");
    }
}

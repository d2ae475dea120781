package io.parquetry.format.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A variant has the values that were added, under the rules of VariantEncoding.md. */
class VariantBuilderTest {
    private final VariantBuilder builder = new VariantBuilder();

    @Test
    void eachTypeReadsBack() {
        builder.beginArray();
        builder.addNull();
        builder.addBoolean(true);
        builder.addBoolean(false);
        builder.addByte((byte) -1);
        builder.addShort((short) -300);
        builder.addInt(70_000);
        builder.addLong(Long.MIN_VALUE);
        builder.addFloat(1.5f);
        builder.addDouble(-0.25);
        builder.addDecimal(new BigDecimal("-1.25"));
        builder.addDecimal(new BigDecimal("123456789012"));
        builder.addDecimal(new BigDecimal("-12345678901234567890.5"));
        builder.addTimestampMicros(1);
        builder.addBinary(new byte[] {9, 1, 2, 3, 9}, 1, 3);
        builder.addString("ä");
        builder.addString("x".repeat(64));
        builder.endArray();

        assertThat(builder.finish().toJson())
                .isEqualTo("[null,true,false,-1,-300,70000,-9223372036854775808,1.5,-0.25,-1.25,123456789012,"
                        + "-12345678901234567890.5,\"1970-01-01T00:00:00.000001Z\",\"AQID\",\"ä\",\"" + "x".repeat(64)
                        + "\"]");
    }

    @Test
    void fieldIdsAreInTheOrderOfNamesAndValuesInTheirOwn() {
        builder.beginObject();
        for (String name : List.of("b", "c", "a")) {
            builder.name(name);
            builder.addString(name);
        }
        builder.endObject();

        Variant variant = builder.finish();

        assertThat(variant.toJson()).isEqualTo("{\"a\":\"a\",\"b\":\"b\",\"c\":\"c\"}");
        VariantView.Children fields = VariantView.of(VariantMetadata.parse(variant.metadata()), variant.value())
                .children();
        assertThat(List.of(fields.offset(0), fields.offset(1), fields.offset(2)))
                .containsExactly(4L, 0L, 2L);
        assertThat(variant.metadata()[0] & 1 << 4).as("sorted").isZero();
    }

    @Test
    void aDictionaryThatIsInOrderSaysSo() {
        builder.beginObject();
        builder.name("a");
        builder.addNull();
        builder.name("b");
        builder.addNull();
        builder.endObject();
        assertThat(builder.finish().metadata()[0] & 1 << 4).isNotZero();
    }

    @Test
    void eachVariantHasItsOwnNames() {
        for (String name : List.of("a", "b", "a")) {
            builder.beginObject();
            builder.name(name);
            builder.addNull();
            builder.endObject();
            Variant variant = builder.finish();
            assertThat(VariantMetadata.parse(variant.metadata()).size()).isEqualTo(1);
            assertThat(variant.toJson()).isEqualTo("{\"" + name + "\":null}");
        }
    }

    @Test
    void aDeclaredNameIsInTheDictionaryOnce() {
        builder.beginObject();
        builder.name("b");
        builder.addNull();
        builder.endObject();
        builder.declare("a");
        builder.declare("b");
        Variant variant = builder.finish();
        assertThat(variant.toJson()).isEqualTo("{\"b\":null}");
        assertThat(VariantMetadata.parse(variant.metadata()).size()).isEqualTo(2);
        assertThat(VariantMetadata.parse(variant.metadata()).id("a")).hasValue(1);
    }

    @Test
    void manyNamesAndElementsTakeTheLargeForms() {
        for (int count : new int[] {255, 256, 70_000}) {
            StringBuilder expected = new StringBuilder();
            builder.beginObject();
            for (int i = 0; i < count; i++) {
                String name = String.format("%06d", i);
                expected.append(i == 0 ? "" : ",")
                        .append('"')
                        .append(name)
                        .append("\":[")
                        .append(i)
                        .append(']');
                builder.name(name);
                builder.beginArray();
                builder.addInt(i);
                builder.endArray();
            }
            builder.endObject();
            assertThat(builder.finish().toJson()).isEqualTo("{" + expected + "}");
        }
    }

    @Test
    void aDecimalIsWideEnoughForItsScale() {
        for (String text : List.of("0.123456789", "0.0000000001", "1E-18", "1E-19", "-1E-38", "123456789", "0")) {
            BigDecimal decimal = new BigDecimal(text);
            builder.addDecimal(decimal);
            Variant variant = builder.finish();
            VariantView view = VariantView.of(VariantMetadata.parse(variant.metadata()), variant.value());
            int digits = Math.max(decimal.precision(), decimal.scale());
            assertThat(view.type())
                    .as(text)
                    .isEqualTo(
                            digits <= 9
                                    ? VariantType.DECIMAL4
                                    : digits <= 18 ? VariantType.DECIMAL8 : VariantType.DECIMAL16);
            assertThat(view.decimalValue()).isEqualTo(decimal);
        }
    }

    @Test
    void aDictionaryHasEachNameOnceHoweverManyNamesCame() {
        for (int round = 0; round < 2; round++) {
            builder.beginArray();
            for (int i = 0; i <= 12_000; i++) {
                builder.beginObject();
                builder.name("own " + round + " " + i);
                builder.addNull();
                builder.name("shared");
                builder.addNull();
                builder.endObject();
            }
            builder.endArray();
            assertThat(VariantMetadata.parse(builder.finish().metadata()).size())
                    .isEqualTo(12_002);
        }
    }

    @Test
    void aVariantThatWasGivenUpLeavesNothing() {
        builder.beginObject();
        builder.name("a");
        assertThatThrownBy(() -> builder.addString("\udfff")).isInstanceOf(InvalidRecordException.class);
        builder.reset();
        builder.addLong(7);
        assertThat(builder.finish())
                .isEqualTo(new Variant(VariantEncoder.ofMetadata(List.of()), VariantEncoder.ofInt(7, 64)));
    }
}

package io.parquetry.format.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.TestData;
import io.parquetry.format.UnsupportedFeatureException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Variants read as the format says and as parquet-testing's examples show; bytes that are none are refused. */
class VariantTest {
    private static final Pattern DATE_TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d\\.?\\d*)(Z|[+-]\\d\\d:\\d\\d)?");
    private static final byte[] EMPTY_METADATA = {1, 0, 0};
    private static final byte[] AB_METADATA = {0x11, 2, 0, 1, 2, 'a', 'b'};

    @Test
    void theExamplesReadAsTheirJson() throws IOException {
        JsonNode expected = JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .build()
                .readTree(
                        TestData.parquetTesting("variant/data_dictionary.json").toFile());
        for (Map.Entry<String, JsonNode> entry : expected.properties()) {
            JsonNode found = new ObjectMapper().readTree(example(entry.getKey()).toJson());
            boolean isFloat = entry.getKey().equals("primitive_float");
            assertThat(comparable(found, isFloat)).as(entry.getKey()).isEqualTo(comparable(entry.getValue(), isFloat));
        }
        assertThat(expected.size()).isGreaterThan(20);
    }

    /** The list rounds decimals, gives instants in other zones, and has a slip of the pen in its time of day. */
    private static String comparable(JsonNode json, boolean isFloat) {
        if (json.isNumber()) {
            // How many digits a float has as text depends on the JDK.
            return isFloat ? Float.toString((float) json.asDouble()) : Double.toString(json.asDouble());
        }
        String text = json.toString().replace("54:123456", "54.123456");
        return DATE_TIME
                .matcher(text)
                .replaceAll(match -> match.group(3) == null
                        ? LocalDateTime.parse(match.group(1) + "T" + match.group(2))
                                .toString()
                        : OffsetDateTime.parse(match.group(1) + "T" + match.group(2) + match.group(3))
                                .toInstant()
                                .toString());
    }

    private static Variant example(String name) throws IOException {
        return new Variant(
                Files.readAllBytes(TestData.parquetTesting("variant/" + name + ".metadata")),
                Files.readAllBytes(TestData.parquetTesting("variant/" + name + ".value")));
    }

    @Test
    void whatIsEncodedReadsBack() {
        assertJson(VariantEncoder.ofNull(), "null");
        assertJson(VariantEncoder.ofBoolean(true), "true");
        assertJson(VariantEncoder.ofInt(-34, 8), "-34");
        assertJson(VariantEncoder.ofInt(-1234, 16), "-1234");
        assertJson(VariantEncoder.ofInt(Integer.MIN_VALUE, 32), "-2147483648");
        assertJson(VariantEncoder.ofInt(Long.MAX_VALUE, 64), "9223372036854775807");
        assertJson(VariantEncoder.ofFloat(1.5f), "1.5");
        assertJson(VariantEncoder.ofDouble(Double.NaN), "\"NaN\"");
        assertJson(VariantEncoder.ofDecimal4(-12345, 2), "-123.45");
        assertJson(VariantEncoder.ofDecimal8(1234567890123L, 3), "1234567890.123");
        assertJson(
                VariantEncoder.ofDecimal16(new BigInteger("-12345678901234567890123456789"), 9),
                "-12345678901234567890.123456789");
        assertJson(VariantEncoder.ofDate(19_752), "\"2024-01-30\"");
        assertJson(VariantEncoder.ofTime(1), "\"00:00:00.000001\"");
        assertJson(VariantEncoder.ofTimestampMicros(-1, true), "\"1969-12-31T23:59:59.999999Z\"");
        assertJson(VariantEncoder.ofTimestampNanos(1, false), "\"1970-01-01T00:00:00.000000001\"");
        assertJson(VariantEncoder.ofBinary(new byte[] {1, 2, 3}, 0, 3), "\"AQID\"");
        assertJson(string("say \"hi\"\n"), "\"say \\\"hi\\\"\\n\"");
        assertJson(string("x".repeat(100)), "\"" + "x".repeat(100) + "\"");
        assertJson(VariantEncoder.ofUuid(new byte[16], 0), "\"00000000-0000-0000-0000-000000000000\"");
        assertJson(VariantEncoder.ofArray(List.of()), "[]");
    }

    private static byte[] string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return VariantEncoder.ofString(utf8, 0, utf8.length);
    }

    private static void assertJson(byte[] value, String json) {
        assertThat(new Variant(EMPTY_METADATA, value).toJson()).isEqualTo(json);
    }

    @Test
    void objectsAndArraysNestAndFieldsComeInNameOrder() {
        VariantMetadata metadata = VariantMetadata.parse(AB_METADATA);
        Map<String, byte[]> fields = new LinkedHashMap<>();
        fields.put("b", VariantEncoder.ofArray(List.of(VariantEncoder.ofInt(1, 8), VariantEncoder.ofNull())));
        fields.put("a", VariantEncoder.ofObject(Map.of("b", string("x")), metadata));
        byte[] value = VariantEncoder.ofObject(fields, metadata);
        assertThat(new Variant(AB_METADATA, value).toJson()).isEqualTo("{\"a\":{\"b\":\"x\"},\"b\":[1,null]}");
        assertThat(VariantEncoder.fieldsOf(value, metadata).orElseThrow()).containsOnlyKeys("a", "b");
    }

    /** DuckDB writes the length of 64 bytes as that of a short text, which has six bits. */
    @Test
    void aTextOfSixtyFourBytesWithoutLengthIsReadInWhole() {
        VariantMetadata metadata = VariantMetadata.parse(AB_METADATA);
        String text = "\"" + "t".repeat(64) + "\"";
        byte[] cut = new byte[65];
        Arrays.fill(cut, (byte) 't');
        cut[0] = string("")[0];
        byte[] array = VariantEncoder.ofArray(List.of(string("x"), cut, string(""), cut));
        byte[] object = VariantEncoder.ofObject(Map.of("a", cut, "b", array), metadata);

        assertJson(cut, text);
        assertThat(new Variant(AB_METADATA, object).toJson())
                .isEqualTo("{\"a\":" + text + ",\"b\":[\"x\"," + text + ",\"\"," + text + "]}");
        assertThat(VariantEncoder.fieldsOf(object, metadata).orElseThrow()).containsEntry("a", cut);
    }

    @Test
    void anEmptyTextBeforeTheValueOfALaterFieldStaysEmpty() {
        byte[] metadata = {0x11, 3, 0, 1, 2, 3, 'a', 'b', 'c'};
        String text = "t".repeat(63);
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.writeBytes(new byte[] {2, 3, 0, 1, 2, 0, 65, 1, 66});
        object.writeBytes(string(""));
        object.writeBytes(string(text));
        object.writeBytes(VariantEncoder.ofNull());

        assertThat(new Variant(metadata, object.toByteArray()).toJson())
                .isEqualTo("{\"a\":\"\",\"b\":null,\"c\":\"" + text + "\"}");
    }

    @Test
    void manyElementsTakeTheLargeForm() {
        byte[] element = VariantEncoder.ofInt(7, 8);
        String json = new Variant(EMPTY_METADATA, VariantEncoder.ofArray(Collections.nCopies(1000, element))).toJson();
        assertThat(json).hasSize(2001).startsWith("[7,7,");
    }

    @Test
    void everyTruncationAndEveryFlippedBitIsRefusedOrReads() {
        VariantMetadata metadata = VariantMetadata.parse(AB_METADATA);
        byte[] value = VariantEncoder.ofObject(
                Map.of(
                        "a",
                        VariantEncoder.ofArray(List.of(string("x"), VariantEncoder.ofDecimal4(1, 2))),
                        "b",
                        string("y")),
                metadata);
        for (int length = 0; length < value.length; length++) {
            byte[] cut = Arrays.copyOf(value, length);
            assertThatThrownBy(() -> new Variant(AB_METADATA, cut).toJson()).isInstanceOf(CorruptFileException.class);
        }
        Random random = new Random(3);
        for (int i = 0; i < 5000; i++) {
            byte[] flipped = value.clone();
            byte[] names = AB_METADATA.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
                names[random.nextInt(names.length)] ^= (byte) (random.nextInt(10) == 0 ? 1 << random.nextInt(8) : 0);
            }
            assertThatCode(() -> {
                        try {
                            new Variant(names, flipped).toJson();
                        } catch (CorruptFileException e) {
                            assertThat(e.reason()).contains("variant");
                        }
                    })
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aLongNameIsNotRepeatedWithoutEnd() {
        VariantBuilder few = objects(10, "n".repeat(100_000));
        assertThat(few.finish().toJson().length()).isEqualTo(10 * 100_010 + 1);

        Variant many = objects(10_000, "n".repeat(100_000)).finish();
        assertThatThrownBy(many::toJson)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("a variant whose JSON has more than ")
                .hasMessageContaining("16 for each byte of the variant");
        assertThat(many.toString()).startsWith("unsupported: a variant whose JSON has more than ");
    }

    /** An array of objects, each with one field of this name. */
    private static VariantBuilder objects(int count, String name) {
        VariantBuilder out = new VariantBuilder();
        out.beginArray();
        for (int i = 0; i < count; i++) {
            out.beginObject();
            out.name(name);
            out.addNull();
            out.endObject();
        }
        out.endArray();
        return out;
    }

    @Test
    void valuesThatShareBytesAreNotUnfoldedWithoutEnd() {
        byte[] value = VariantEncoder.ofNull();
        for (int depth = 0; depth < 60; depth++) {
            byte[] shared = new byte[4 + 2 * 2 + value.length];
            shared[0] = (byte) (1 << 2 | VariantType.BASIC_ARRAY);
            shared[1] = 2;
            shared[6] = (byte) value.length;
            shared[7] = (byte) (value.length >> 8);
            System.arraycopy(value, 0, shared, 8, value.length);
            value = shared;
        }
        byte[] unfolding = value;
        assertThatThrownBy(() -> new Variant(EMPTY_METADATA, unfolding).toJson())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("overlap");
    }
}

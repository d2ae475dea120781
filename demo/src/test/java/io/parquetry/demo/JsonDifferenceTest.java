package io.parquetry.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of {@link JsonDifference}: only the form of a number may differ. */
class JsonDifferenceTest {
    @Test
    void numbersAreComparedByTheirDigits() {
        assertThat(between("{\"a\":2}", "{\"a\":2.0}")).isEmpty();
        assertThat(between("{\"a\":0.00095}", "{\"a\":9.5E-4}")).isEmpty();
        assertThat(between("{\"a\":0.1}", "{\"a\":0.10000000000000001}"))
                .contains("a was 0.1 and is 0.10000000000000001");
        assertThat(between("{\"a\":9007199254740993}", "{\"a\":9007199254740992.0}"))
                .isPresent();
    }

    @Test
    void anAbsentFieldIsANullField() {
        assertThat(between("{}", "{\"a\":null}")).isEmpty();
        assertThat(between("{\"a\":null}", "{}")).isEmpty();
    }

    @Test
    void aFieldThatWasLostIsNamed() {
        assertThat(between("{\"a\":{\"b\":1}}", "{\"a\":{}}")).contains("a.b was 1 and is absent");
    }

    @Test
    void aFieldThatAppearedIsNamed() {
        assertThat(between("{}", "{\"a\":1}")).contains("a was absent and is 1");
    }

    @Test
    void theOrderOfFieldsDoesNotCount() {
        assertThat(between("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}")).isEmpty();
    }

    @Test
    void theOrderOfElementsDoes() {
        assertThat(between("{\"a\":[1,2]}", "{\"a\":[2,1]}")).contains("a[0] was 1 and is 2");
        assertThat(between("[1]", "[1,null]")).contains(" was [1] and is [1,null]");
    }

    @Test
    void typesAreDistinguished() {
        assertThat(between("{\"a\":\"1\"}", "{\"a\":1}")).contains("a was \"1\" and is 1");
        assertThat(between("{\"a\":false}", "{\"a\":null}")).isPresent();
        assertThat(between("{\"a\":{}}", "{\"a\":[]}")).isPresent();
    }

    @Test
    void invalidJsonIsADifference() {
        assertThat(between("{", "{")).isPresent();
    }

    private static Optional<String> between(String left, String right) {
        return JsonDifference.between(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}

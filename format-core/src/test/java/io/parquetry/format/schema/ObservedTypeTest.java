package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The type that holds the values of several does not depend on their order, and holds each of them. */
class ObservedTypeTest {
    @ParameterizedTest
    @EnumSource
    void theTypeOfThreeDoesNotDependOnTheirOrder(ObservedType one) {
        for (ObservedType two : ObservedType.values()) {
            assertThat(one.with(two)).isEqualTo(two.with(one));
            assertThat(one.with(two).holds(one)).isTrue();
            for (ObservedType three : ObservedType.values()) {
                assertThat(one.with(two).with(three)).isEqualTo(one.with(two.with(three)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INTEGER, LONG, LONG",
        "INTEGER, DOUBLE, DOUBLE",
        "LONG, DOUBLE, MIXED",
        "NOT_FINITE, INTEGER, DOUBLE",
        "NOT_FINITE, LONG, MIXED",
        "LOCAL_FAR, LOCAL_MICROS, LOCAL_FAR",
        "LOCAL_FAR, LOCAL_NANOS, MIXED",
        "LOCAL_MICROS, UTC_MICROS, MIXED",
        "DATE, NOTHING, DATE",
        "LIST, OBJECT, MIXED"
    })
    void twoTypesHaveOneThatHoldsBoth(ObservedType one, ObservedType other, ObservedType both) {
        assertThat(one.with(other)).isEqualTo(both);
    }

    @Test
    void anIntegerIsLongFromWhereDoublesSkipIntegers() {
        assertThat(ObservedType.of(1L << 53)).isEqualTo(ObservedType.INTEGER);
        assertThat(ObservedType.of((1L << 53) + 1)).isEqualTo(ObservedType.LONG);
        assertThat(ObservedType.of(Long.MIN_VALUE)).isEqualTo(ObservedType.LONG);
    }
}

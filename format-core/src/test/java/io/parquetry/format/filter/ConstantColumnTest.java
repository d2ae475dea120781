package io.parquetry.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Remainder;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left of a filter selects the same rows as the filter did, with the constants in their places. */
class ConstantColumnTest {
    private static final MessageType TYPES = MessageType.parse("message m { optional binary country (STRING);"
            + " optional int64 hour; optional int32 day (DATE); optional binary none (STRING); }");

    private static final List<ConstantColumn> CONSTANTS = List.of(
            constant(0, Literal.of("DE")),
            constant(1, Literal.of(7)),
            constant(2, Literal.of("2026-01-31")),
            constant(3, null),
            ConstantColumn.ofNulls(ColumnPath.of("gone", "part")));

    private static ConstantColumn constant(int field, Literal value) {
        return new ConstantColumn((PrimitiveType) TYPES.fields().get(field), Optional.ofNullable(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "country = 'DE' | all",
                "country != 'DE' | none",
                "country >= 'D' AND country < 'DF' | all",
                "hour > 10 | none",
                "hour > -1 AND hour <= 7 | all",
                "day = '2026-01-31' | all",
                "day IN ('2026-01-30', '2026-02-01') | none",
                "NOT (day IN ('2026-01-30')) | all",
                "none = 'x' | none",
                "NOT (none = 'x') | none",
                "none != 'x' OR none IS NULL | all",
                "none IS NOT NULL | none",
                "none IN ('x') OR NOT (none IN ('x')) | none",
                "gone.part = 'x' OR gone.part IN (7) OR NOT (gone.part.id > 7) | none",
                "gone.part IS NULL AND gone.part.id IS NULL | all",
                "gone.part IS NOT NULL OR gone = 1 | gone = 1",
                "n = 1 | n = 1",
                "NOT (n = 1) | NOT (n = 1)",
                "country = 'DE' AND n = 1 | n = 1",
                "country = 'AT' AND n = 1 | none",
                "country = 'DE' OR n = 1 | all",
                "country = 'AT' OR n = 1 | n = 1",
                "NOT (country = 'AT' OR n = 1) | NOT (n = 1)",
                "NOT (country = 'DE' AND n = 1) | NOT (n = 1)",
                "NOT (none = 'x' AND n = 1) | NOT (n = 1)",
                "(country = 'DE' AND n = 1 OR country = 'AT' AND n = 2) AND m = 3 | n = 1 AND m = 3",
                "\"country.x\" = 'DE' | \"country.x\" = 'DE'",
                "country.x = 'DE' | country.x = 'DE'"
            })
    void theRemainderHasTheOtherColumnsOnly(String text, String expected) {
        Remainder remainder = Filter.parse(text).given(CONSTANTS);

        assertThat(remainder.filter().map(Filter::toString).orElse(remainder.excludesAll() ? "none" : "all"))
                .isEqualTo(expected);
    }

    @Test
    void aLiteralThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> Filter.parse("hour = 'x'").given(CONSTANTS)).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> Filter.parse("none = 5 OR n = 1").given(CONSTANTS))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> Filter.parse("country IN ('DE', 5)").given(CONSTANTS))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> constant(2, Literal.of("today"))).isInstanceOf(UsageException.class);
    }
}

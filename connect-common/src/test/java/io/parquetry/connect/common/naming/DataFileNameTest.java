package io.parquetry.connect.common.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Format and parse of a data file's name are inverse. */
class DataFileNameTest {
    @Test
    void offsetsArePaddedToTenDigits() {
        assertThat(new DataFileName("orders", 3, 42, 1041, 0).format())
                .isEqualTo("orders+3+0000000042+0000001041.parquet");
    }

    @Test
    void offsetsOfMoreDigitsAreWrittenInFull() {
        assertThat(new DataFileName("orders", 0, 9_999_999_999L, 10_000_000_000L, 0).format())
                .isEqualTo("orders+0+9999999999+10000000000.parquet");
    }

    @Test
    void aLaterGenerationIsPartOfTheName() {
        assertThat(new DataFileName("a.b-c_d", 12, 0, 0, 2).format())
                .isEqualTo("a.b-c_d+12+0000000000+0000000000+g2.parquet");
    }

    @Test
    void aTopicThatReadersWouldIgnoreIsEscaped() {
        DataFileName schemas = new DataFileName("_schemas", 0, 1, 2, 0);
        assertThat(schemas.format()).isEqualTo("%5Fschemas+0+0000000001+0000000002.parquet");
        assertThat(DataFileName.parse(schemas.format())).contains(schemas);
        DataFileName dotted = new DataFileName(".x", 0, 1, 2, 0);
        assertThat(dotted.format()).startsWith("%2Ex+");
        assertThat(DataFileName.parse(dotted.format())).contains(dotted);
        assertThat(DataFileName.parse("_schemas+0+0000000001+0000000002.parquet"))
                .isEmpty();
        assertThat(DataFileName.parse("%5Ax+0+0000000001+0000000002.parquet")).isEmpty();
    }

    @Property(tries = 500)
    void aFormattedNameIsParsed(
            @ForAll
                    @CharRange(from = 'a', to = 'z')
                    @CharRange(from = '0', to = '9')
                    @Chars({'.', '_', '-', 'Z'})
                    @StringLength(min = 3, max = 150)
                    String topic,
            @ForAll @IntRange(min = 0) int partition,
            @ForAll @LongRange(min = 0) long first,
            @ForAll @LongRange(min = 0) long more,
            @ForAll @IntRange(min = 0) int generation) {
        long last = first + more < 0 ? Long.MAX_VALUE : first + more;
        DataFileName name = new DataFileName(topic, partition, first, last, generation);
        assertThat(DataFileName.parse(name.format())).contains(name);
    }

    @Property(tries = 500)
    void aParsedNameIsFormattedAgain(
            @ForAll @Chars({'t', '+', '0', '1', 'g', '.'}) @StringLength(max = 40) String beginning,
            @ForAll @Chars({'0', '9', '+', 'g'}) @StringLength(max = 24) String end) {
        String name = beginning + "+0000000007+" + end + ".parquet";
        DataFileName.parse(name).ifPresent(parsed -> assertThat(parsed.format()).isEqualTo(name));
        String likely = "t+0+0000000007+" + end + ".parquet";
        DataFileName.parse(likely)
                .ifPresent(parsed -> assertThat(parsed.format()).isEqualTo(likely));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "part-0001.parquet",
                "t+0+1+2.parquet",
                "t+0+0000000001+0000000002.parquet.tmp",
                "t+0+0000000001+0000000002.PARQUET",
                "t+0+0000000002+0000000001.parquet",
                "t+00+0000000001+0000000002.parquet",
                "t+0+00000000001+00000000002.parquet",
                "t+-1+0000000001+0000000002.parquet",
                "t+9999999999+0000000001+0000000002.parquet",
                "t+0+0000000001+9999999999999999999.parquet",
                "t+0+0000000001+0000000002+g0.parquet",
                "t+0+0000000001+0000000002+g01.parquet",
                "+0+0000000001+0000000002.parquet",
                "..+0+0000000001+0000000002.parquet",
                "a/t+0+0000000001+0000000002.parquet",
                "t+0+0000000001+0000000002.parquet\n"
            })
    void aNameThatTheSinkNeverWritesIsNotParsed(String name) {
        assertThat(DataFileName.parse(name)).isEmpty();
    }

    @Test
    void aTopicWhoseNameDoesNotFitIsRefusedWithTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataFileName("t".repeat(249), 0, 0, 0, 0))
                .withMessageContaining("255")
                .withMessageContaining("26 too long");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataFileName("a+b", 0, 0, 0, 0))
                .withMessageContaining("a+b");
    }
}

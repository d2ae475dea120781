package io.parquetry.format.internal.column.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.internal.column.write.DictionaryPolicy.Decision;
import io.parquetry.format.internal.column.write.DictionaryPolicy.Kept;
import io.parquetry.format.internal.column.write.DictionaryPolicy.Ratios;
import io.parquetry.format.internal.column.write.DictionaryPolicy.Sizes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a chunk has a dictionary, from sizes and counts alone. */
class DictionaryPolicyTest {
    private static final int PAGE_BYTES = 1 << 20;
    private static final DictionaryPolicy POLICY = new DictionaryPolicy(1000, PAGE_BYTES);

    @ParameterizedTest(name = "dictionary {0} B, indexes {1} B, values {2} B: {3}")
    @CsvSource({
        "400, 500, 1000, KEEP",
        "500, 500, 1000, GIVE_UP", // as large is not smaller
        "0, 0, 0, KEEP", // nulls only
        "1000, 8999, 10000, KEEP",
        "1001, 8998, 10000, CLOSE", // pays, but may not grow
        "1001, 8999, 10000, GIVE_UP"
    })
    void theFirstDecisionComparesDictionaryAndIndexesWithTheValues(
            long dictionary, long indexes, long values, Decision expected) {
        assertThat(POLICY.decide(new Sizes(dictionary, indexes, values), Ratios.EVEN, Kept.NEVER))
                .isEqualTo(expected);
    }

    @Test
    void aLaterDecisionKeepsWhatPaysForTheValuesSinceTheLastOne() {
        Sizes then = new Sizes(900, 100, 500);
        Sizes now = new Sizes(900, 200, 1000);
        assertThat(POLICY.decide(now, Ratios.EVEN, Kept.NEVER)).isEqualTo(Decision.GIVE_UP);
        assertThat(POLICY.decide(now, Ratios.EVEN, new Kept(then, 50))).isEqualTo(Decision.KEEP);
        assertThat(POLICY.decide(new Sizes(1000, 500, 1000), Ratios.EVEN, new Kept(then, 50)))
                .as("500 B of dictionary and indexes for 500 B of values")
                .isEqualTo(Decision.GIVE_UP);
    }

    @Test
    void measuredRatiosWeighEachSize() {
        Sizes sizes = new Sizes(400, 500, 1000);
        assertThat(POLICY.pays(sizes, new Ratios(1, 1, 0.9))).isFalse();
        assertThat(POLICY.pays(sizes, new Ratios(0.9, 1, 0.9))).isTrue();
        assertThat(POLICY.pays(sizes, new Ratios(1, 0.9, 0.9))).isTrue();
    }

    @ParameterizedTest(name = "{2} values of {3} B in {1} rows, full page: {0}, last at {4}: {5}")
    @CsvSource({
        "true, 4096, 4096, 0, 0, true",
        "true, 4095, 4095, 0, 0, false", // too few to decide by
        "true, 1, 1, 1048576, 0, true", // but large ones
        "true, 16384, 20, 0, 0, true", // but from many rows
        "true, 16383, 20, 0, 0, false",
        "false, 4096, 4096, 1048575, 0, false", // not a page yet
        "false, 4096, 4096, 1048576, 0, true",
        "true, 20000, 9999, 0, 5000, false",
        "true, 20000, 10000, 0, 5000, true"
    })
    void aDecisionIsDueWithAPageOfValuesAndWhenTheyHaveDoubled(
            boolean pageIsFull, long rows, long values, long bytes, long last, boolean due) {
        Kept kept = new Kept(new Sizes(1, 1, 1), last);
        assertThat(POLICY.isDue(pageIsFull, rows, values, bytes, kept)).isEqualTo(due);
    }

    @ParameterizedTest(name = "{1} entries for {0} values: {2}")
    @CsvSource({
        "512, 481, true",
        "512, 480, false",
        "128, 121, true",
        "127, 127, false",
        "1023, 1023, true",
        "1024, 1024, false"
    })
    void aFirstBlockInWhichHardlyAValueRepeatsIsSampled(int values, int entries, boolean sampled) {
        assertThat(POLICY.isToBeSampled(values, () -> entries, 512)).isEqualTo(sampled);
    }

    /** 1,000 values of 8 bytes, whose indexes take 10 bits: 1,250 bytes and a few for the groups of 8. */
    @ParameterizedTest(name = "{0} of 1,000 values are distinct: {1}")
    @CsvSource({"700, true", "840, true", "850, false", "1000, false"})
    void aSampledDictionaryIsBuiltWhereItMaySaveBytes(long distinct, boolean mayPay) {
        assertThat(POLICY.mayPay(1000, distinct, 8000)).isEqualTo(mayPay);
    }

    @Test
    void longTextsOfWhichNoneRepeatsGetNoDictionary() {
        assertThat(POLICY.mayPay(31_000, 31_000, 31_000 * 34L)).isFalse();
        assertThat(POLICY.mayPay(1000, 1000, 1_000_000)).isFalse();
    }

    @Test
    void eightPagesAreExpectedWhoseNewEntriesBecomeFewerAsInTheFirst() {
        Sizes page = new Sizes(800, 100, 10_000);
        assertThat(POLICY.expected(page, 100, 100))
                .as("no new entry in the second half")
                .isEqualTo(new Sizes(800, 800, 80_000));
        assertThat(POLICY.expected(page, 100, 50))
                .as("as many new entries in each half")
                .isEqualTo(new Sizes(6400, 800, 80_000));
        assertThat(POLICY.expected(page, 100, 20))
                .as("never more new entries than in the first half")
                .isEqualTo(new Sizes(2560, 800, 80_000));
        assertThat(POLICY.expected(page, 150, 100).dictionaryBytes())
                .as("half as many in each half: twice those of the first")
                .isBetween(1066L, 1067L);
    }

    @Test
    void largeValuesAreNotExpandedToBeMeasuredWhereTheDictionaryPays() {
        Sizes paying = new Sizes(400, 500, 1000);
        assertThat(POLICY.isKeptUnmeasured((16 << 20) + 1, paying, Ratios.EVEN)).isTrue();
        assertThat(POLICY.isKeptUnmeasured(16 << 20, paying, Ratios.EVEN)).isFalse();
        assertThat(POLICY.isKeptUnmeasured((16 << 20) + 1, new Sizes(500, 500, 1000), Ratios.EVEN))
                .isFalse();
    }

    @Test
    void fewValuesTellNothingOfOtherChunks() {
        assertThat(POLICY.isTelling(1023, 1_048_575)).isFalse();
        assertThat(POLICY.isTelling(1024, 0)).isTrue();
        assertThat(POLICY.isTelling(1, 1_048_576)).isTrue();
    }

    @ParameterizedTest(name = "{0} values, dictionary {1} B, indexes {2} B, values {3} B: {4}")
    @CsvSource({
        "4096, 100, 150, 1000, false",
        "4096, 100, 151, 1000, true",
        "4095, 100, 151, 1000, false", // too few
        "4096, 500, 499, 1000, true",
        "4096, 500, 500, 1000, false", // does not pay
        "4096, 8000000, 4, 16777216, true",
        "4096, 8000000, 4, 16777217, false" // too large to be expanded
    })
    void aDictionaryThatSavesLittleMayNotPayAfterCompression(
            long count, long dictionary, long indexes, long values, boolean uncertain) {
        assertThat(POLICY.isUncertain(count, new Sizes(dictionary, indexes, values)))
                .isEqualTo(uncertain);
    }

    @Test
    void aLimitOfZeroMeansNoDictionary() {
        assertThat(POLICY.startsWithDictionary()).isTrue();
        assertThat(new DictionaryPolicy(0, PAGE_BYTES).startsWithDictionary()).isFalse();
    }
}

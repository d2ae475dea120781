package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A set of values answers like a reference set made of the same parts: for values, for bounds and for its members. */
class ValueSetTest {
    private static final List<byte[]> STRINGS = new ArrayList<>();

    static {
        byte[] letters = {0, 1, 'a', (byte) 0xFF};
        STRINGS.add(new byte[0]);
        for (byte first : letters) {
            STRINGS.add(new byte[] {first});
            for (byte second : letters) {
                STRINGS.add(new byte[] {first, second});
            }
        }
        STRINGS.sort(Arrays::compareUnsigned);
    }

    /** A set, and its expected answer for a value. */
    private record Made<T>(ValueSet set, Predicate<T> contains) {}

    private interface Maker<T> {
        Made<T> simple(Random random);
    }

    private static <T> Made<T> random(Random random, int depth, Maker<T> maker) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return maker.simple(random);
        }
        Made<T> left = random(random, depth - 1, maker);
        Made<T> right = random(random, depth - 1, maker);
        return switch (random.nextInt(3)) {
            case 0 -> new Made<>(left.set.and(right.set), left.contains.and(right.contains));
            case 1 -> new Made<>(left.set.or(right.set), left.contains.or(right.contains));
            default -> new Made<>(left.set.not(), left.contains.negate());
        };
    }

    private static byte[] plain(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static Made<Integer> ofInts(Random random, boolean extreme) {
        int least = extreme ? Integer.MIN_VALUE : -10;
        int value = random.nextInt(6) == 0 ? least : random.nextInt(21) - 10;
        int other = random.nextInt(6) == 0 && extreme ? Integer.MAX_VALUE : random.nextInt(21) - 10;
        return switch (random.nextInt(3)) {
            case 0 -> new Made<>(ValueSet.below(ValueOrder.INT32_SIGNED, plain(value)), each -> each < value);
            case 1 -> new Made<>(ValueSet.above(ValueOrder.INT32_SIGNED, plain(value)), each -> each > value);
            default ->
                new Made<>(
                        ValueSet.of(ValueOrder.INT32_SIGNED, List.of(plain(value), plain(other))),
                        each -> each == value || each == other);
        };
    }

    @Property(tries = 1000)
    void aSetOfNumbersContainsItsNumbers(@ForAll long seed) {
        Random random = new Random(seed);
        boolean extreme = random.nextBoolean();
        Made<Integer> made = random(random, random.nextInt(5), each -> ofInts(each, extreme));
        TreeSet<Integer> found = new TreeSet<>();
        for (int value = -12; value <= 12; value++) {
            assertThat(made.set.contains(value)).isEqualTo(made.contains.test(value));
            if (made.contains.test(value)) {
                found.add(value);
            }
        }
        for (int extremeValue : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(made.set.contains(extremeValue)).isEqualTo(made.contains.test(extremeValue));
        }
        int min = random.nextInt(21) - 10;
        int max = min + random.nextInt(11 - min);
        assertThat(made.set.meets(Optional.of(plain(min)), Optional.of(plain(max))))
                .isEqualTo(!found.subSet(min, true, max, true).isEmpty());
        made.set
                .members(30)
                .ifPresent(members -> assertThat(members)
                        .allSatisfy(member -> assertThat(made.contains.test(ByteBuffer.wrap(member)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .getInt()))
                                .isTrue())
                        .hasSizeGreaterThanOrEqualTo(found.size()));
    }

    private static Made<byte[]> ofStrings(Random random) {
        byte[] value = STRINGS.get(random.nextInt(STRINGS.size()));
        byte[] other = STRINGS.get(random.nextInt(STRINGS.size()));
        return switch (random.nextInt(3)) {
            case 0 ->
                new Made<>(ValueSet.below(ValueOrder.BYTES, value), each -> Arrays.compareUnsigned(each, value) < 0);
            case 1 ->
                new Made<>(ValueSet.above(ValueOrder.BYTES, value), each -> Arrays.compareUnsigned(each, value) > 0);
            default ->
                new Made<>(
                        ValueSet.of(ValueOrder.BYTES, List.of(value, other)),
                        each -> Arrays.equals(each, value) || Arrays.equals(each, other));
        };
    }

    @Property(tries = 1000)
    void aSetOfByteStringsContainsItsByteStrings(@ForAll long seed) {
        Random random = new Random(seed);
        Made<byte[]> made = random(random, random.nextInt(5), ValueSetTest::ofStrings);
        for (byte[] value : STRINGS) {
            assertThat(made.set.contains(value, 0, value.length)).isEqualTo(made.contains.test(value));
        }
        int min = random.nextInt(STRINGS.size());
        int max = min + random.nextInt(STRINGS.size() - min);
        if (STRINGS.subList(min, max + 1).stream().anyMatch(made.contains)) {
            assertThat(made.set.meets(Optional.of(STRINGS.get(min)), Optional.of(STRINGS.get(max))))
                    .isTrue();
        }
    }

    @Example
    void aValueOutsideOfTheBoundsIsNotMet() {
        ValueSet set = ValueSet.of(ValueOrder.BYTES, List.of(new byte[] {'b'}, new byte[] {'d'}));

        assertThat(set.meets(Optional.of(new byte[] {'b', 0}), Optional.of(new byte[] {'c', (byte) 0xFF})))
                .isFalse();
        assertThat(set.meets(Optional.empty(), Optional.of(new byte[] {'a'}))).isFalse();
        assertThat(set.meets(Optional.of(new byte[] {'d', 0}), Optional.empty()))
                .isFalse();
        assertThat(set.meets(Optional.of(new byte[] {'c'}), Optional.of(new byte[] {'d'})))
                .isTrue();
    }

    @Example
    void decimalsCompareAsNumbersWhateverTheirLength() {
        ValueSet upTo127 = ValueSet.below(ValueOrder.DECIMAL_BYTES, new byte[] {0, (byte) 0x80});

        assertThat(upTo127.contains(new byte[] {0, 0, 0x7F}, 0, 3)).isTrue();
        assertThat(upTo127.contains(new byte[] {(byte) 0x80}, 0, 1)).isTrue();
        assertThat(upTo127.contains(new byte[] {0, 0, (byte) 0x80}, 0, 3)).isFalse();
        assertThat(upTo127.contains(new byte[0], 0, 0)).isTrue();
    }

    @Example
    void zerosAreOneValueAndNanIsOnlyInComplements() {
        ValueSet zero = ValueSet.of(ValueOrder.DOUBLE, List.of(new byte[8]));
        ValueSet notZero = zero.not();

        assertThat(zero.contains(-0.0)).isTrue();
        assertThat(zero.contains(0.0)).isTrue();
        assertThat(zero.contains(Double.NaN)).isFalse();
        assertThat(notZero.contains(-0.0)).isFalse();
        assertThat(notZero.contains(Double.NaN)).isTrue();
        assertThat(zero.or(notZero).not().isEmpty()).isTrue();
        assertThat(ValueSet.above(ValueOrder.DOUBLE, new byte[8]).contains(Double.NaN))
                .isFalse();
        assertThat(ValueSet.above(ValueOrder.DOUBLE, new byte[8]).contains(Double.MIN_VALUE))
                .isTrue();
    }
}

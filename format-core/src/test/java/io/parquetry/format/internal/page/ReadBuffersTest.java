package io.parquetry.format.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An array that was given back serves whoever needs one of about its length, one at a time; few of them are kept. */
class ReadBuffersTest {
    /** Of lengths that nothing else here asks for. */
    private static final int LENGTH = 77_777;

    @Test
    void whatWasGivenBackIsTakenAgainOnce() {
        byte[] array = ReadBuffers.take(LENGTH);
        ReadBuffers.give(array);
        assertThat(ReadBuffers.take(LENGTH - 1)).isSameAs(array);
        assertThat(ReadBuffers.take(LENGTH - 1)).isNotSameAs(array);
    }

    @Test
    void noArrayIsTooShortOrMoreThanTwiceAsLongAsAskedFor() {
        ReadBuffers.give(new byte[LENGTH]);
        assertThat(ReadBuffers.take(LENGTH + 1)).hasSizeBetween(LENGTH + 1, 2 * (LENGTH + 1));
        assertThat(ReadBuffers.take(LENGTH / 2)).hasSizeBetween(LENGTH / 2, LENGTH - 1);
    }

    @Test
    void fewBytesAreKept() {
        List<byte[]> given = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            given.add(new byte[LENGTH]);
        }
        given.forEach(ReadBuffers::give);
        Set<byte[]> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(given);
        int kept = 0;
        while (left.remove(ReadBuffers.take(LENGTH))) {
            kept++;
        }
        assertThat(kept).isBetween(1, (1 << 23) / LENGTH);
    }

    @Test
    void arraysOfUnusualLengthAreNotKept() {
        for (int length : new int[] {0, 100, 3 << 20}) {
            byte[] array = new byte[length];
            ReadBuffers.give(array);
            assertThat(ReadBuffers.take(length)).isNotSameAs(array);
        }
    }
}

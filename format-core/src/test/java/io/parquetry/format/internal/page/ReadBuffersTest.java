package io.parquetry.format.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An array that was returned is given out again for about its length, to one owner at a time; few are kept. */
class ReadBuffersTest {
    /** A length that no other test uses. */
    private static final int LENGTH = 77_777;

    @Test
    void anArrayThatWasReturnedIsGivenOutOnce() {
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
        for (int i = 0; i < 800; i++) {
            given.add(new byte[LENGTH]);
        }
        given.forEach(ReadBuffers::give);
        Set<byte[]> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(given);
        int kept = 0;
        while (left.remove(ReadBuffers.take(LENGTH))) {
            kept++;
        }
        assertThat(kept).isBetween(1, (int) ReadBuffers.BYTES_MAX / LENGTH);
    }

    @Test
    void aSmallHeapHasRoomForAnyArrayThatIsKept() {
        assertThat(ReadBuffers.bytesMax(16L << 20)).isEqualTo(ReadBuffers.ARRAY_BYTES_MAX);
        assertThat(ReadBuffers.bytesMax(256L << 20)).isEqualTo(8L << 20);
        assertThat(ReadBuffers.bytesMax(64L << 30)).isEqualTo(32L << 20);
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

package io.parquetry.format.internal.column.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.internal.encoding.RetainedBytes;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A buffer of levels counts how often each occurs, also after some were dropped. */
class LevelBufferTest {
    private static final int MAX_LEVEL = 127;

    @Property
    void levelsAreCounted(
            @ForAll @Size(max = 200) List<@IntRange(max = MAX_LEVEL) Integer> some,
            @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 3) Integer> others,
            @ForAll @IntRange(max = 400) int kept) {
        LevelBuffer buffer = new LevelBuffer(MAX_LEVEL, new RetainedBytes());
        for (int i = 0; i < some.size() + others.size(); i++) {
            buffer.set(i, i < some.size() ? some.get(i) : others.get(i - some.size()));
        }
        int count = Math.min(kept, some.size() + others.size());

        long[] expected = new long[MAX_LEVEL + 1];
        expected[MAX_LEVEL] = 1;
        for (int i = 0; i < count; i++) {
            expected[i < some.size() ? some.get(i) : others.get(i - some.size())]++;
        }
        long[] histogram = new long[MAX_LEVEL + 1];
        histogram[MAX_LEVEL] = 1;
        buffer.countInto(count, histogram);
        assertThat(histogram).isEqualTo(expected);
    }
}

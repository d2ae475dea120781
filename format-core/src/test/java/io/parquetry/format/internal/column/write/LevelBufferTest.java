package io.parquetry.format.internal.column.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A buffer of levels knows all of them though only unusual ones are given, also after some were dropped. */
class LevelBufferTest {
    private static final int MAX_LEVEL = 127;

    @Property(edgeCases = EdgeCasesMode.NONE)
    void levelsAreCountedAndEncoded(
            @ForAll @IntRange(max = MAX_LEVEL) int usual,
            @ForAll @Size(max = 200) List<@IntRange(max = MAX_LEVEL) Integer> some,
            @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 3) Integer> others,
            @ForAll @IntRange(max = 400) int kept,
            @ForAll @Size(max = 50) List<@IntRange(min = 126, max = MAX_LEVEL) Integer> more) {
        RetainedBytes retained = new RetainedBytes();
        LevelBuffer buffer = new LevelBuffer(MAX_LEVEL, usual, retained);
        List<Integer> levels = new ArrayList<>();
        add(levels, usual, some, buffer);
        requireSame(levels, buffer);
        add(levels, usual, others, buffer);
        int count = Math.min(kept, levels.size());
        buffer.truncate(count);
        levels.subList(count, levels.size()).clear();
        requireSame(levels, buffer);
        add(levels, usual, more, buffer);
        requireSame(levels, buffer);
        buffer.clear();
        add(new ArrayList<>(), usual, more, buffer);
        requireSame(more, buffer);
        buffer.release();
        assertThat(retained.bytes()).isZero();
    }

    private static void add(List<Integer> levels, int usual, List<Integer> more, LevelBuffer buffer) {
        for (int level : more) {
            if (level != usual) {
                buffer.set(levels.size(), level);
            }
            levels.add(level);
        }
    }

    private static void requireSame(List<Integer> levels, LevelBuffer buffer) {
        int count = levels.size();
        long[] expected = new long[MAX_LEVEL + 1];
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            expected[levels.get(i)]++;
            bytes[i] = levels.get(i).byteValue();
            assertThat(buffer.at(i)).isEqualTo(levels.get(i));
        }
        long[] histogram = new long[MAX_LEVEL + 1];
        buffer.countInto(count, histogram);
        assertThat(histogram).isEqualTo(expected);
        ByteAppender encoded = new ByteAppender(0);
        RleHybridEncoder.encode(bytes, count, 7, encoded);
        ByteAppender out = new ByteAppender(0);
        buffer.encode(count, out);
        if (levels.stream().distinct().count() > 1) {
            assertThat(written(out)).isEqualTo(written(encoded));
        } else {
            assertThat(out.size()).isLessThanOrEqualTo(3);
        }
    }

    private static byte[] written(ByteAppender out) {
        return Arrays.copyOf(out.array(), out.size());
    }

    @Test
    void equalLevelsTakeNoMemory() {
        RetainedBytes retained = new RetainedBytes();
        LevelBuffer absent = new LevelBuffer(1, 1, retained);
        for (int i = 0; i < 1000; i++) {
            absent.set(i, 0);
        }
        LevelBuffer present = new LevelBuffer(1, 1, retained);
        ByteAppender out = new ByteAppender(0);
        absent.encode(1000, out);
        present.encode(1000, out);
        assertThat(out.size()).isEqualTo(6);
        assertThat(retained.bytes()).isZero();
    }
}

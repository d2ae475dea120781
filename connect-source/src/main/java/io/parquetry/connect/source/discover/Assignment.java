package io.parquetry.connect.source.discover;

import io.parquetry.connect.source.config.TaskShare;
import io.parquetry.connect.source.offset.Stream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Deals files to tasks: by the stream, so that one task keeps its order, else by the path. It looks at nothing but the
 * name, so every task finds the same without asking another, and a new file needs no new deal.
 *
 * <p>Each task draws a number for each name and the highest has it. So when there is one task more, it takes its share
 * from all others and nothing else moves; when there is one less, only what it had moves.
 */
public final class Assignment {
    private Assignment() {}

    /** What decides which task gets a file whose stream is to be kept in order. */
    static String byStream(DataFile file) {
        return file.stream().map(Stream::toString).orElse(file.path());
    }

    /** Whether what is dealt by this name belongs to this task. */
    public static boolean isMine(String dealtBy, TaskShare share) {
        return taskOf(dealtBy, share.count()) == share.index();
    }

    /** The task, 0 to {@code tasks - 1}, that what is dealt by this name belongs to. */
    static int taskOf(String dealtBy, int tasks) {
        if (tasks == 1) {
            return 0;
        }
        CRC32 crc = new CRC32();
        crc.update(dealtBy.getBytes(StandardCharsets.UTF_8));
        int best = 0;
        long highest = Long.MIN_VALUE;
        for (int task = 0; task < tasks; task++) {
            long drawn = mixed(crc.getValue() << 32 | task);
            if (drawn > highest) {
                highest = drawn;
                best = task;
            }
        }
        return best;
    }

    /** Every bit of the result depends on every bit of the number: the finalizer of SplitMix64. */
    private static long mixed(long number) {
        long z = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}

package io.parquetry.connect.source.discover;

import io.parquetry.connect.source.offset.SinkStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Which files belong to a task. A file is assigned by its stream, so that one task keeps the order of the stream, or
 * else by its path. The assignment is a function of that name and the number of tasks only: every task computes the
 * same one without asking another, and a new file needs no new assignment.
 *
 * <p>The function is rendezvous hashing: each task has a hash for each name, and the name belongs to the task with the
 * highest. So one task more takes files evenly from all others and moves nothing else; one task less moves only its own
 * files.
 *
 * <p>The connector writes index and count into the configuration of each task; users do not see these keys.
 *
 * @param index of the task, 0 to {@code count - 1}
 */
public record TaskAssignment(int index, int count) {
    private static final String INDEX = "parquetry.task.index";
    private static final String COUNT = "parquetry.task.count";

    public TaskAssignment {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("there is no task " + index + " of " + count);
        }
    }

    public void toMap(Map<String, String> config) {
        config.put(INDEX, Integer.toString(index));
        config.put(COUNT, Integer.toString(count));
    }

    /** A configuration that the connector did not write is that of a single task. */
    public static TaskAssignment fromMap(Map<String, String> config) {
        return new TaskAssignment(
                Integer.parseInt(config.getOrDefault(INDEX, "0")), Integer.parseInt(config.getOrDefault(COUNT, "1")));
    }

    /**
     * The name by which a file is assigned whose stream is kept in order. It is the same for all directories, so that
     * one task knows all streams of a topic-partition.
     */
    static String streamName(DataFile file) {
        return file.name()
                .map(name -> new SinkStream(name.topic(), name.partition()).toString())
                .orElse(file.path());
    }

    /** Whether the stream or path of this name belongs to the task. */
    public boolean includes(String name) {
        return taskOf(name, count) == index;
    }

    /** The task, 0 to {@code tasks - 1}, that the stream or path of this name belongs to. */
    static int taskOf(String name, int tasks) {
        if (tasks == 1) {
            return 0;
        }
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        int best = 0;
        long highest = Long.MIN_VALUE;
        for (int task = 0; task < tasks; task++) {
            long hash = mixed(crc.getValue() << 32 | task);
            if (hash > highest) {
                highest = hash;
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

package io.parquetry.connect.source.discover;

import io.parquetry.connect.source.config.TaskShare;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Deals files to tasks: by the stream, so that one task keeps its order, else by the path. It looks at nothing but the
 * name, so every task finds the same without asking another, and a new file needs no new deal.
 */
public final class Assignment {
    private Assignment() {}

    /** Whether the file belongs to this task. */
    public static boolean isMine(DataFile file, TaskShare share) {
        return taskOf(file, share.count()) == share.index();
    }

    /** The task, 0 to {@code tasks - 1}, that the file belongs to. */
    static int taskOf(DataFile file, int tasks) {
        String dealtBy = file.stream().map(Stream::toString).orElse(file.path());
        CRC32 crc = new CRC32();
        crc.update(dealtBy.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % tasks);
    }
}

package io.parquetry.connect.common.storage;

import java.io.IOException;

/**
 * Called before each step of a {@link MemoryStorage}: one change or one read of the disk. It may throw an {@link
 * IOException} (the storage fails), a {@link SimulatedCrash} (the process and its storage end here), or run another
 * process first. A step that begins with {@code done} has no effect: failing there is a lost reply.
 */
@FunctionalInterface
public interface StorageSteps {
    StorageSteps UNDISTURBED = step -> {};

    void before(String step) throws IOException;
}

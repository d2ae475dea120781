package io.parquetry.connect.common.storage;

import java.io.IOException;

/**
 * Is told before each step that a {@link MemoryStorage} does: one change of the disk, or one look at it. It may throw an
 * {@link IOException} (the storage fails), a {@link SimulatedCrash} (the process ends here, and its storage with it), or
 * let somebody else run first. A step that begins with {@code done} has no effect: failing there is an answer that got
 * lost.
 */
@FunctionalInterface
public interface StorageSteps {
    StorageSteps UNDISTURBED = step -> {};

    void before(String step) throws IOException;
}

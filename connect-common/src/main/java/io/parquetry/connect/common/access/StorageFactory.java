package io.parquetry.connect.common.access;

import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;

/** Opens storages of one kind with the settings of one configuration; its {@link StorageProvider#keys} read it. */
public interface StorageFactory {
    /**
     * Opens a storage without connecting to it or creating anything.
     *
     * @param blockBytesLeast see {@link StorageSettings#blockBytesLeast}
     * @throws IllegalArgumentException with the reason when the URL is malformed
     */
    Storage open(String url, long blockBytesLeast);

    /** The same for directories that are not below the URL of the configuration, of which some keys say nothing. */
    default StorageFactory forOtherDirectories() {
        return this;
    }

    /**
     * Opens a storage and connects to it, with few attempts, for {@link StorageProbe}.
     *
     * @param progress is told each step before it is done
     */
    Storage connect(String url, StepListener progress) throws IOException;

    /**
     * Tests that a sink can rely on a storage, with files of its own that are deleted again.
     *
     * @param storage a result of {@link #connect}
     * @param directory where to write, inside the storage
     * @param progress is told each step before it is done
     */
    default void tryWrites(Storage storage, String directory, StepListener progress) throws IOException {
        new WriteProbe(storage, directory, progress).run();
    }

    /**
     * Tests that a source loses no file that takes the path of another one while that is deleted or moved; nothing
     * to do
     * where a file is renamed in one step.
     *
     * @param storage a result of {@link #connect}
     * @param directory where to write, inside the storage
     * @param progress is told each step before it is done
     */
    default void tryMoves(Storage storage, String directory, StepListener progress) throws IOException {}

    /** How long reaching and testing a storage may take while a configuration is validated. */
    default Duration probeTimeout() {
        return Duration.ofSeconds(10);
    }

    /**
     * How long creating a document may take with all its attempts, after which none is sent any more.
     *
     * @throws IllegalArgumentException when the configuration sets no limit; its message says what to set
     */
    default Duration requestTimeMost() {
        return Duration.ZERO;
    }

    /** The reason of a failure of {@link #connect} or of the storage. */
    StorageFault explain(IOException failure, String step);
}

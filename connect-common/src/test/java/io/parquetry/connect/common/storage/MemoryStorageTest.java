package io.parquetry.connect.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The fake fulfils the contract of a storage, and fails where a test says so. */
class MemoryStorageTest extends StorageContract {
    private final MemoryDisk disk = new MemoryDisk();

    @Override
    protected Storage open() {
        return new MemoryStorage(disk);
    }

    @Override
    protected void place(Storage storage, String path, byte[] bytes) {
        disk.place(path, bytes);
    }

    @Override
    protected boolean takesThreads() {
        return false;
    }

    @Test
    void aPowerFailureDropsUnsyncedData() throws IOException {
        Storage storage = open();
        MemoryStorage.Output out = (MemoryStorage.Output) storage.create("a/file");
        out.write(new byte[] {1, 2}, 0, 2);
        out.sync();
        out.write(new byte[] {3}, 0, 1);
        storage.create("b/file");
        disk.powerFailure();
        assertThat(disk.files()).containsOnlyKeys("a/file");
        assertThat(disk.files().get("a/file")).containsExactly(1, 2);
    }

    @Test
    void aCrashedProcessHasNoFurtherEffect() throws IOException {
        MemoryStorage storage = new MemoryStorage(disk);
        storage.steps(step -> {
            if (step.startsWith("unlink")) {
                throw new SimulatedCrash(step);
            }
        });
        assertThatThrownBy(() -> storage.createIfAbsent("document", new byte[] {1}))
                .isInstanceOf(SimulatedCrash.class);
        assertThatThrownBy(() -> storage.find("document")).isInstanceOf(SimulatedCrash.class);
        assertThat(disk.files()).hasSize(2).containsKey("document");
        assertThat(open().createIfAbsent("document", new byte[] {2})).isFalse();
    }
}

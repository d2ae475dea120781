package io.parquetry.simulation;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StorageContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The simulated storages keep the contract that the real storages keep. */
class SimulatedStorageTest {
    private abstract static class Contract extends StorageContract {
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final StorageKind kind;
        private final List<Storage> opened = new ArrayList<>();
        private final SimulatedDisk disk;

        Contract(StorageKind kind) {
            this.kind = kind;
            this.disk = new SimulatedDisk(kind);
        }

        @Override
        protected Storage open() {
            World world = new World(new Dice(1), kind, PlantedBug.NONE, threads, Trace.none(), new Coverage());
            world.calm();
            Storage storage = SimulatedStorage.open(new SimulatedProcess(world, "test", process -> {}), disk);
            opened.add(storage);
            return storage;
        }

        @Override
        protected boolean takesThreads() {
            return false;
        }

        @AfterEach
        void end() throws IOException {
            for (Storage storage : opened) {
                storage.close();
            }
            threads.shutdownNow();
        }
    }

    @Nested
    class Local extends Contract {
        Local() {
            super(StorageKind.LOCAL);
        }
    }

    @Nested
    class Hdfs extends Contract {
        Hdfs() {
            super(StorageKind.HDFS);
        }
    }

    @Nested
    class Objects extends Contract {
        Objects() {
            super(StorageKind.OBJECTS);
        }
    }
}

package io.parquetry.connect.sink.write;

import java.io.IOException;
import java.util.Optional;

/** Collects the failures of the storage during a batch: after the failure of one step the others still run. */
final class StorageFailures {
    private IOException first;

    /** A step for one partition. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    void during(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            add(e);
        }
    }

    void add(IOException e) {
        if (first == null) {
            first = e;
        } else {
            first.addSuppressed(e);
        }
    }

    /** The first failure, with the others suppressed in it. */
    Optional<IOException> first() {
        return Optional.ofNullable(first);
    }
}

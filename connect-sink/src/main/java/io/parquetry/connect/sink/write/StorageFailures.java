package io.parquetry.connect.sink.write;

import java.io.IOException;
import java.util.Optional;

/** The failures of the storage among the steps of a batch: what goes wrong in one is no reason not to do the others. */
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

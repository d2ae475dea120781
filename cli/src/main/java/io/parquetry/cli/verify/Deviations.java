package io.parquetry.cli.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The deviations of one file from the format that do not make it unreadable, those first that other readers refuse. */
final class Deviations {
    private final List<String> refused = new ArrayList<>();
    private final List<String> harmless = new ArrayList<>();

    /** Adds one that a reader refuses the file for. */
    void addRefused(String deviation) {
        refused.add(deviation);
    }

    /** Adds one that misleads no reader. */
    void add(String deviation) {
        harmless.add(deviation);
    }

    List<String> all() {
        return Stream.concat(refused.stream(), harmless.stream()).toList();
    }
}

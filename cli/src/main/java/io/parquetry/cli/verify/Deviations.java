package io.parquetry.cli.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The deviations of one file from the format that do not make it unreadable, those first that other readers refuse. */
final class Deviations {
    private final List<String> refused = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    /** Adds one that a reader refuses the file for. */
    void addRefused(String deviation) {
        refused.add(deviation);
    }

    /** Adds one that no reader is known to refuse the file for. */
    void add(String deviation) {
        others.add(deviation);
    }

    List<String> all() {
        return Stream.concat(refused.stream(), others.stream()).toList();
    }
}

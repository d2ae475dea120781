package io.parquetry.it;

import java.util.List;
import java.util.Optional;

/** Comparison of lists that are too long for a failure message. */
final class Lists {

    private Lists() {}

    /** A description of the first difference of two lists; empty when they are equal. */
    static Optional<String> firstDifference(List<?> found, List<?> expected) {
        int common = Math.min(found.size(), expected.size());
        for (int i = 0; i < common; i++) {
            if (!found.get(i).equals(expected.get(i))) {
                return Optional.of("at %d of %d found %s, of %d expected %s"
                        .formatted(i, found.size(), found.get(i), expected.size(), expected.get(i)));
            }
        }
        return found.size() == expected.size()
                ? Optional.empty()
                : Optional.of(
                        "%d found, %d expected, equal as far as both go".formatted(found.size(), expected.size()));
    }
}

package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.ParquetException;

/** Checks the exceptions of refused inputs. */
final class Refusals {
    private Refusals() {}

    static void requireReason(ParquetException refusal) {
        if (refusal.getMessage() == null || refusal.getMessage().isBlank()) {
            throw new AssertionError("a refusal without a reason", refusal);
        }
    }
}

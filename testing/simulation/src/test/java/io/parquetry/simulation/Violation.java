package io.parquetry.simulation;

/** The schedule has shown a fault of the product. An error, so that no code handles it by mistake. */
final class Violation extends Error {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.parquetry.connect.common.storage;

/** The process has crashed. An error, so that no code handles it by mistake. */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    public SimulatedCrash(String step) {
        super("crashed before: " + step);
    }
}

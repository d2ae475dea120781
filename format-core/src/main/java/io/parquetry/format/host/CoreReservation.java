package io.parquetry.format.host;

import io.parquetry.format.internal.helper.HelperPool;

/**
 * A core that the host has work for. On those that are left the engine compresses pages of files that are written, and
 * decompresses pages of files that are read; what comes of it is the same either way. A host with long-lived threads that
 * read or write takes a core for each, so that the engine does not get into their way: with as many as there are cores,
 * all work is done by the thread that calls.
 */
public final class CoreReservation implements AutoCloseable {
    private final HelperPool.Reservation reserved = HelperPool.OF_PROCESS.reserveCore();

    private CoreReservation() {}

    /** Takes one, until it is closed. */
    public static CoreReservation take() {
        return new CoreReservation();
    }

    /** Gives it back; once is enough. */
    @Override
    public void close() {
        reserved.close();
    }
}

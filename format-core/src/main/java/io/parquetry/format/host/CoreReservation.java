package io.parquetry.format.host;

import io.parquetry.format.internal.helper.HelperPool;

/**
 * Reserves a core for a thread of the host. On the cores that are left the engine compresses pages of files that are
 * written, and decompresses pages of files that are read; the results are the same. A host with long-lived threads that
 * read or write reserves a core for each, so that the engine does not compete with them: when all cores are reserved,
 * the calling thread does all work.
 */
public final class CoreReservation implements AutoCloseable {
    private final HelperPool.Reservation reserved = HelperPool.OF_PROCESS.reserveCore();

    private CoreReservation() {}

    /** Reserves a core until the reservation is closed. */
    public static CoreReservation take() {
        return new CoreReservation();
    }

    /** Releases the core; further calls do nothing. */
    @Override
    public void close() {
        reserved.close();
    }
}

package io.parquetry.connect.source.tracking;

import java.util.concurrent.TimeUnit;

/** The two clocks of a machine. */
public interface Clocks {
    /** Milliseconds since some moment; never goes back. */
    long steadyMs();

    /** Milliseconds since 1970. */
    long wallMs();

    /** The clocks of this machine. */
    Clocks SYSTEM = new Clocks() {
        @Override
        public long steadyMs() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }

        @Override
        public long wallMs() {
            return System.currentTimeMillis();
        }
    };
}

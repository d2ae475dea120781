package io.parquetry.benchmarks.measure;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.lang.management.ManagementFactory;

/**
 * The CPU time of this process: of all threads that it has and had, the collector and the compilers of the JVM
 * included. Where the system has {@code clock_gettime} (POSIX.1-2008), it is exact; the JVM's own figure, which stands
 * in elsewhere, counts in steps of 10 ms.
 */
final class ProcessClock {
    /** CLOCK_PROCESS_CPUTIME_ID of Linux and of macOS; 0 where the JVM's figure is taken. */
    private static final int CLOCK = !Platform.is64Bit() ? 0 : Platform.isLinux() ? 2 : Platform.isMac() ? 12 : 0;

    static {
        if (CLOCK != 0) {
            Native.register(ProcessClock.class, Platform.C_LIBRARY_NAME);
        }
    }

    private final long[] secondsAndNanos = new long[2];

    long nanos() {
        if (CLOCK == 0) {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }
        if (clock_gettime(CLOCK, secondsAndNanos) != 0) {
            throw new IllegalStateException("this system has no clock for the CPU time of a process");
        }
        return secondsAndNanos[0] * 1_000_000_000L + secondsAndNanos[1];
    }

    /** Named as in the C library, by which JNA finds it. */
    private static native int clock_gettime(int clock, long[] secondsAndNanos);
}

package io.parquetry.benchmarks.measure;

import com.sun.jna.Function;
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

    /** Null where the JVM's figure is taken. */
    private static final Function CLOCK_GETTIME =
            CLOCK == 0 ? null : Function.getFunction(Platform.C_LIBRARY_NAME, "clock_gettime");

    private final long[] secondsAndNanos = new long[2];

    long nanos() {
        if (CLOCK == 0) {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }
        if (CLOCK_GETTIME.invokeInt(new Object[] {CLOCK, secondsAndNanos}) != 0) {
            throw new IllegalStateException("this system has no clock for the CPU time of a process");
        }
        return secondsAndNanos[0] * 1_000_000_000L + secondsAndNanos[1];
    }
}

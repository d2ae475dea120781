package io.parquetry.benchmarks.measure;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.lang.management.ManagementFactory;
import java.util.Map;

/**
 * The CPU time of this process: of all threads that it has and had, the collector and the compilers of the JVM
 * included. Where the system has {@code clock_gettime} (POSIX.1-2008), it is exact; the JVM's own figure, which stands
 * in elsewhere, counts in steps of 10 ms.
 */
final class ProcessClock {
    /** CLOCK_PROCESS_CPUTIME_ID of Linux and of macOS; 0 where the JVM's figure is taken. */
    private static final int CLOCK = !Platform.is64Bit() ? 0 : Platform.isLinux() ? 2 : Platform.isMac() ? 12 : 0;

    private final long[] secondsAndNanos = new long[2];

    long nanos() {
        if (CLOCK == 0) {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }
        if (SystemLibrary.clockGettime(CLOCK, secondsAndNanos) != 0) {
            throw new IllegalStateException("this system has no clock for the CPU time of a process");
        }
        return secondsAndNanos[0] * 1_000_000_000L + secondsAndNanos[1];
    }

    /** Is loaded only where there is {@link #CLOCK}. A mapped method costs a third of a function by its name. */
    private static final class SystemLibrary {
        static {
            FunctionMapper names = (library, method) -> "clock_gettime";
            Native.register(
                    SystemLibrary.class,
                    NativeLibrary.getInstance(Platform.C_LIBRARY_NAME, Map.of(Library.OPTION_FUNCTION_MAPPER, names)));
        }

        private SystemLibrary() {}

        static native int clockGettime(int clock, long[] secondsAndNanos);
    }
}

package io.parquetry.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the Linux kernel says about a process, in {@code /proc}. */
final class WorkerProcess {
    private final long pid;
    private final Path directory;
    private Duration processorTime;
    private long atNanos = System.nanoTime();

    WorkerProcess(long pid) {
        this.pid = pid;
        this.directory = Path.of("/proc", String.valueOf(pid));
        this.processorTime = usedTime();
    }

    /** Resident memory. */
    double rssMebibytes() {
        return status("VmRSS:") / 1024.0;
    }

    /** The most resident memory since the start of the process. */
    double rssMostMebibytes() {
        return status("VmHWM:") / 1024.0;
    }

    long threads() {
        return status("Threads:");
    }

    /** Open file descriptors. */
    long handles() {
        try (Stream<Path> handles = Files.list(directory.resolve("fd"))) {
            return handles.count();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the open files of process " + pid, e);
        }
    }

    /** Processor time since the call before, in cores. */
    double cores() {
        Duration before = processorTime;
        long beforeNanos = atNanos;
        processorTime = usedTime();
        atNanos = System.nanoTime();
        return (double) processorTime.minus(before).toNanos() / (atNanos - beforeNanos);
    }

    private Duration usedTime() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IllegalStateException("Process " + pid + " is gone"));
    }

    private long status(String name) {
        try {
            return Files.readAllLines(directory.resolve("status")).stream()
                    .filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(
                            line.substring(name.length()).replace("kB", "").trim()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("Process " + pid + " has no " + name));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the status of process " + pid, e);
        }
    }
}

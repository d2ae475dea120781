package io.parquetry.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One process. Its output and its log go to files in its directory: {@code console.log} has what it prints and, of a
 * Java process, {@code node.log} the log of log4j.
 */
final class ChildProcess {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    private final String name;
    private final Process process;
    private final LogFiles logs;
    private final ClassArchive archive;

    private ChildProcess(String name, Process process, LogFiles logs, ClassArchive archive) {
        this.name = name;
        this.process = process;
        this.logs = logs;
        this.archive = archive;
    }

    /** Launches {@code mainClass} with a class path of all jars of one directory. */
    static ChildProcess launchJava(
            String name,
            LogFiles logs,
            Path java,
            Path libraries,
            int heapMebibytes,
            List<String> jvmOptions,
            String mainClass,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(executable(java).toString());
        command.add("-Xmx" + heapMebibytes + "m");
        // For a short start, not for peak speed: no C2, one collector thread, an archive of classes.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        ClassArchive archive =
                java.equals(KafkaDistribution.OWN_JAVA) ? ClassArchive.of(libraries, mainClass) : ClassArchive.NONE;
        command.addAll(archive.jvmOptions());
        command.add("-Djava.awt.headless=true");
        command.addAll(jvmOptions);
        command.addAll(logs.systemProperties());
        command.addAll(List.of("-cp", libraries.resolve("*").toString(), mainClass));
        command.addAll(arguments);
        return launch(name, logs, command, archive);
    }

    /** Returns when the process exists, not when it is ready. */
    static ChildProcess launch(String name, LogFiles logs, List<String> command) {
        return launch(name, logs, command, ClassArchive.NONE);
    }

    private static ChildProcess launch(String name, LogFiles logs, List<String> command, ClassArchive archive) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(logs.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logs.console().toFile()));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new ChildProcess(name, process, logs, archive);
        } catch (IOException e) {
            throw new StackException("Cannot start " + name + " with " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    private static Path executable(Path javaHome) {
        Path bin = javaHome.resolve("bin");
        for (String candidate : List.of("java", "java.exe")) {
            Path java = bin.resolve(candidate);
            if (Files.isExecutable(java)) {
                return java;
            }
        }
        throw new StackException("No java executable in " + bin + "; broker and worker run on the Java of this process"
                + " if no other is named, it must be a whole JRE or JDK 17 or newer");
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Fails when the process has exited, with its exit code and the end of its log. */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new StackException(name + " exited with code " + process.exitValue() + logs.tail());
        }
    }

    /** Waits for a process that exits by itself and fails unless its exit code is 0. */
    void requireSuccess(Duration timeout) {
        if (!exitsWithin(timeout)) {
            kill();
            throw new StackException(name + " did not exit within " + timeout.toSeconds() + " s" + logs.tail());
        }
        if (process.exitValue() != 0) {
            requireAlive();
        }
        archive.keep();
    }

    void kill() {
        process.destroyForcibly();
        if (!exitsWithin(STOP_TIMEOUT)) {
            throw new StackException(name + " (process " + process.pid() + ") still runs " + STOP_TIMEOUT.toSeconds()
                    + " s after SIGKILL");
        }
        archive.discard();
    }

    /** Asks the process to exit; false when it did not exit in time and was killed. */
    boolean stop() {
        process.destroy();
        if (exitsWithin(STOP_TIMEOUT)) {
            archive.keep();
            return true;
        }
        kill();
        return false;
    }

    void pause() {
        signal("STOP");
    }

    void unpause() {
        signal("CONT");
    }

    /** Java itself can send only SIGTERM and SIGKILL. */
    private void signal(String signal) {
        List<String> command = List.of("kill", "-" + signal, String.valueOf(process.pid()));
        try {
            Process kill = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new StackException("Could not send SIG" + signal + " to " + name + ": " + output.trim());
            }
        } catch (IOException e) {
            throw new StackException("Could not send SIG" + signal + " to " + name + ", which needs a kill command", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while sending SIG" + signal + " to " + name, e);
        }
    }

    /** Kills the process without waiting, for the shutdown hook. */
    void destroyNow() {
        process.destroyForcibly();
    }

    private boolean exitsWithin(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while waiting for the exit of " + name + "; it was killed", e);
        }
    }

    static void createDirectory(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the directory " + directory, e);
        }
    }
}

package io.parquetry.storage.hadoop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An HDFS in a process of its own, with its own Kerberos switch. It ends at the end of its input. */
public final class HdfsProcess implements AutoCloseable {
    private static final String READY = "HDFS at ";

    private final Process process;
    private final String url;

    private HdfsProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Starts a NameNode and a DataNode, and returns when they are up. */
    public static HdfsProcess start(Path directory) throws IOException {
        Files.createDirectories(directory);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        // For a short start, not for peak speed.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HdfsProcess.class.getName(),
                        directory.toString()))
                .redirectError(directory.resolve("hdfs.log").toFile())
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(READY)) {
                return new HdfsProcess(process, line.substring(READY.length()));
            }
        }
        throw new IOException("no HDFS came up in " + directory + "; its hdfs.log says why");
    }

    public static void main(String[] arguments) throws IOException {
        try (MiniHdfs hdfs = MiniHdfs.start(Path.of(arguments[0]).resolve("data"), 1)) {
            System.out.println(READY + hdfs.url());
            System.in.transferTo(System.out);
        }
        System.exit(0);
    }

    public String url() {
        return url;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

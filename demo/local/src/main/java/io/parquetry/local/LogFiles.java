package io.parquetry.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The log files of one node, the configurations of log4j2 and, for workers before 4.0, of log4j that fill them, and
 * their last lines.
 */
record LogFiles(Path directory, Path log, Path console) {
    private static final String LOG4J2_FILE = "log4j2.xml";
    private static final String LOG4J_FILE = "log4j.properties";
    private static final int TAIL_LINES = 25;
    private static final int TAIL_BYTES_MAX = 64 * 1024;

    private static final String LOG4J2 = """
            <Configuration status="WARN">
              <Appenders>
                <File name="file" fileName="%s" append="true">
                  <PatternLayout pattern="%%d %%-5p [%%t] %%c: %%m%%n"/>
                </File>
              </Appenders>
              <Loggers>
                <Root level="INFO">
                  <AppenderRef ref="file"/>
                </Root>
              </Loggers>
            </Configuration>
            """;

    private static final String LOG4J = """
            log4j.rootLogger=INFO, file
            log4j.appender.file=org.apache.log4j.FileAppender
            log4j.appender.file.File=%s
            log4j.appender.file.layout=org.apache.log4j.PatternLayout
            log4j.appender.file.layout.ConversionPattern=%%d %%-5p [%%t] %%c: %%m%%n
            """;

    /** Writes the configurations of the node in {@code directory}. */
    static LogFiles in(Path directory) {
        Path log = directory.resolve("node.log");
        try {
            Files.writeString(directory.resolve(LOG4J2_FILE), LOG4J2.formatted(escaped(log.toString())));
            Files.writeString(
                    directory.resolve(LOG4J_FILE),
                    LOG4J.formatted(log.toString().replace('\\', '/')));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the configuration of the log in " + directory, e);
        }
        return new LogFiles(directory, log, directory.resolve("console.log"));
    }

    /** The options of a JVM that logs into these files. */
    List<String> systemProperties() {
        return List.of(
                "-Dlog4j2.configurationFile=" + directory.resolve(LOG4J2_FILE),
                "-Dlog4j.configuration=" + directory.resolve(LOG4J_FILE).toUri());
    }

    /** The last lines of both files, each with its name, as the end of a message; empty when both are empty. */
    String tail() {
        return tailOf(console) + tailOf(log);
    }

    private static String tailOf(Path file) {
        try {
            byte[] bytes = Files.exists(file) ? lastBytes(file) : new byte[0];
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            if (lines.isEmpty()) {
                return "";
            }
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
            return System.lineSeparator() + "--- end of " + file + System.lineSeparator()
                    + String.join(System.lineSeparator(), last);
        } catch (IOException e) {
            return System.lineSeparator() + "--- " + file + " cannot be read: " + e.getMessage();
        }
    }

    private static byte[] lastBytes(Path file) throws IOException {
        try (var channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - TAIL_BYTES_MAX));
            return Channels.newInputStream(channel).readNBytes(TAIL_BYTES_MAX);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}

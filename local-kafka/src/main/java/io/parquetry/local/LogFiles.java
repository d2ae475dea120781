package io.parquetry.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The log files of one node, the log4j2 configuration that fills them, and their last lines. */
record LogFiles(Path directory, Path configuration, Path log, Path console) {
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

    /** Writes the log4j2 configuration of the node in {@code directory}. */
    static LogFiles in(Path directory) {
        Path log = directory.resolve("node.log");
        Path configuration = directory.resolve("log4j2.xml");
        try {
            Files.writeString(configuration, LOG4J2.formatted(escaped(log.toString())));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + configuration, e);
        }
        return new LogFiles(directory, configuration, log, directory.resolve("console.log"));
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

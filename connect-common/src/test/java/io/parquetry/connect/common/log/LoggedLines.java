package io.parquetry.connect.common.log;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines that are logged meanwhile. */
public final class LoggedLines {
    private LoggedLines() {}

    /** The lines that contain a text; its class must log at that level, as {@code simplelogger.properties} says. */
    public static List<String> with(String text, Runnable running) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            running.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(text))
                .toList();
    }
}

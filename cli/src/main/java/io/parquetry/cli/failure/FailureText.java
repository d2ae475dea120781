package io.parquetry.cli.failure;

import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.apache.kafka.connect.errors.ConnectException;

/** The text of a failure, on one line. */
public final class FailureText {
    private FailureText() {}

    /** The message alone where it was written for the user; with the exception's name where it was not. */
    public static String of(Exception e) {
        if (e instanceof CommandException || e instanceof ParquetException || e instanceof ConnectException) {
            return oneLine(e.getMessage());
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + ": there is no such file";
        }
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (e instanceof UnknownHostException) {
            return oneLine(e.getMessage()) + ": there is no such host";
        }
        if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return failure.getFile() + ": " + failure.getReason();
        }
        if (e instanceof IOException && e.getMessage() != null) {
            return oneLine(e.getMessage());
        }
        return "unexpected " + e
                + "; this is a fault of parquetry itself, please report it with the command that you ran";
    }

    /** Joins the lines of a message. */
    public static String oneLine(String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}

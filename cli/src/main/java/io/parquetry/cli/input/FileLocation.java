package io.parquetry.cli.input;

import io.parquetry.cli.failure.CommandException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * A file or directory as a command line names it: a local path, or a URL of a storage, such as
 * {@code s3://bucket/topics/orders.parquet}. As text it is what the user wrote.
 *
 * @param text as the user wrote it
 * @param local the local path; empty for a URL
 * @param storage the URL of the storage that is opened for it; empty for a local path
 * @param path inside that storage; empty for the root of the storage
 */
public record FileLocation(String text, Optional<Path> local, String storage, String path) {
    /** Two letters or more before the colon: {@code C:} is a drive. */
    private static final Pattern URL = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+)://([^/]*)(/.*)?");

    private static final String FILE_SCHEME = "file";
    private static final String STANDARD_STREAM = "-";

    public FileLocation {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(path, "path");
    }

    /** Takes an argument of a command line. */
    public static FileLocation argument(String text) {
        try {
            return of(text);
        } catch (InvalidPathException | CommandException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /**
     * Takes the text of an argument. The storage of a URL is the directory that the file is in.
     *
     * @throws CommandException when it is a {@code file:} URL of another machine
     */
    public static FileLocation of(String text) {
        if (text.isEmpty()) {
            throw new CommandException("the name of a file is empty");
        }
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            return of(Path.of(text));
        }
        String path = url.group(3) == null ? "/" : url.group(3);
        if (url.group(1).equalsIgnoreCase(FILE_SCHEME)) {
            String host = url.group(2);
            if (!host.isEmpty() && !host.equalsIgnoreCase("localhost")) {
                throw new CommandException(text + ": a file: URL names no host, but this one names " + host
                        + "; write three slashes: file:///" + host + path);
            }
            return of(Path.of(path));
        }
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        int name = path.lastIndexOf('/', end - 1) + 1;
        String authority = text.substring(0, text.length() - (url.group(3) == null ? 0 : path.length()));
        return end == 0
                ? new FileLocation(text, Optional.empty(), authority + "/", "")
                : new FileLocation(
                        text, Optional.empty(), authority + path.substring(0, name), path.substring(name, end));
    }

    public static FileLocation of(Path path) {
        return new FileLocation(path.toString(), Optional.of(path), "", "");
    }

    /** A file in the directory that this is, below it at a path that its storage has listed. */
    FileLocation below(String listed) {
        String separator = text.endsWith("/") ? "" : "/";
        return new FileLocation(
                text + separator + listed.substring(path.isEmpty() ? 0 : path.length() + 1),
                Optional.empty(),
                storage,
                listed);
    }

    /** Whether this is standard input, or standard output where a command writes. */
    public boolean isStandardStream() {
        return text.equals(STANDARD_STREAM);
    }

    /** Whether this is a pattern of paths. A local file may have such a name itself. */
    public boolean isPattern() {
        return FilePattern.isPattern(text) && (local.isEmpty() || !Files.exists(local.get()));
    }

    /** The last segment of the path. */
    public String name() {
        return local.map(file -> String.valueOf(file.getFileName())).orElse(path.substring(path.lastIndexOf('/') + 1));
    }

    /**
     * The local path.
     *
     * @param remedy what to do with a URL, as in "this command writes local files; ..."
     * @throws CommandException when this is a URL
     */
    public Path requireLocal(String remedy) {
        return local.orElseThrow(() -> new CommandException(text + ": " + remedy));
    }

    /** Refuses a directory where a file is read whole: the failure of that would not name it. */
    public static Path requireNoDirectory(Path file) {
        if (Files.isDirectory(file)) {
            throw new CommandException(file + ": is a directory; name a file");
        }
        return file;
    }

    @Override
    public String toString() {
        return text;
    }
}

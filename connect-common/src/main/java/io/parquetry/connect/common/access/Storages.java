package io.parquetry.connect.common.access;

import io.parquetry.connect.common.hadoop.HadoopStorage;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the storage that a URL means. {@code file:} and plain paths are the local file system, for which nothing of Hadoop
 * is loaded; everything else is left to Hadoop.
 */
public final class Storages {
    /** Two letters or more: {@code C:} is a drive. */
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):.*");

    /** Their renames copy file by file, or overwrite, or they cannot force anything to a disk. */
    private static final Set<String> READ_ONLY = Set.of(
            "s3", "s3a", "s3n", "gs", "oss", "cosn", "obs", "swift", "wasb", "wasbs", "ftp", "sftp", "http", "https",
            "har");

    private Storages() {}

    /**
     * Opens the storage; nothing is connected, created or touched by that.
     *
     * @throws IllegalArgumentException with the reason when the URL is no good
     */
    public static Storage open(StorageSettings settings) {
        return isLocal(settings.url())
                ? new LocalStorage(localRoot(settings.url()))
                : new HadoopStorage(settings.url(), settings.hadoop(), settings.blockBytesLeast());
    }

    /**
     * Says what is wrong with a URL as far as it can be seen without going there.
     *
     * @throws IllegalArgumentException with the reason
     */
    static void require(String url, StorageUse use) {
        if (isLocal(url)) {
            localRoot(url);
            return;
        }
        String scheme = scheme(url).orElseThrow();
        if (use == StorageUse.WRITE && isReadOnly(url)) {
            throw new IllegalArgumentException("cannot write to " + url + ": a file on " + scheme
                    + ": cannot get its name in one step and without overwriting, so that records could be lost or"
                    + " doubled; use hdfs: or file:. The source can read from it");
        }
        try {
            URI uri = new URI(url.replace(" ", "%20"));
            if (uri.isOpaque() || !uri.getRawSchemeSpecificPart().startsWith("/")) {
                throw new IllegalArgumentException("cannot open " + url + ": after " + scheme
                        + ": come two slashes and the host, as in " + scheme + "://namenode:8020/some/directory");
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("cannot open " + url + ": " + e.getReason(), e);
        }
    }

    /** Whether files there can be read but not moved, since they cannot get their names in one step. */
    public static boolean isReadOnly(String url) {
        return !isLocal(url) && scheme(url).filter(READ_ONLY::contains).isPresent();
    }

    static boolean isLocal(String url) {
        return scheme(url).map("file"::equals).orElse(true);
    }

    private static Optional<String> scheme(String url) {
        Matcher matcher = SCHEME.matcher(url);
        return matcher.matches() ? Optional.of(matcher.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private static Path localRoot(String url) {
        if (url.isBlank()) {
            throw new IllegalArgumentException(
                    "the URL of the storage is empty; give hdfs://namenode:8020/some/directory, file:///some/directory"
                            + " or a path");
        }
        return localPath(scheme(url).isPresent() ? fileUrlPath(url) : url);
    }

    /** A {@code file:} URL with what is legal in no URI (a blank, say) is taken by its letters. */
    private static String fileUrlPath(String url) {
        String rest = url.substring("file:".length());
        try {
            URI uri = new URI(url);
            if (uri.isOpaque()) {
                return rest;
            }
            if (uri.getAuthority() != null && !uri.getAuthority().equalsIgnoreCase("localhost")) {
                throw new IllegalArgumentException(
                        "cannot open " + url + ": a file: URL names no host, but this one names " + uri.getAuthority()
                                + "; write three slashes: file:///" + uri.getAuthority() + uri.getPath());
            }
            return uri.getPath();
        } catch (URISyntaxException notEscaped) {
            return rest.startsWith("//") ? rest.substring(2) : rest;
        }
    }

    private static Path localPath(String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("cannot open " + path + ": " + e.getReason(), e);
        }
    }
}

package io.parquetry.connect.common.storage;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the storage that a URL means. */
public final class Storages {
    /** Two letters or more: {@code C:} is a drive. */
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):.*");

    private Storages() {}

    /**
     * Opens the storage; nothing is created or touched by that.
     *
     * @param url a {@code file:} URL or a plain path of the local file system
     * @throws IllegalArgumentException with the reason when it is neither
     */
    public static Storage open(String url) {
        if (url.isBlank()) {
            throw new IllegalArgumentException(
                    "the URL of the storage is empty; give file:///some/directory or a path");
        }
        Matcher matcher = SCHEME.matcher(url);
        if (!matcher.matches()) {
            return new LocalStorage(localPath(url));
        }
        String scheme = matcher.group(1);
        if (!scheme.equalsIgnoreCase("file")) {
            throw new IllegalArgumentException("cannot open " + url + ": there is no storage for \"" + scheme
                    + ":\"; give a file: URL or a plain path");
        }
        return new LocalStorage(localPath(fileUrlPath(url)));
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

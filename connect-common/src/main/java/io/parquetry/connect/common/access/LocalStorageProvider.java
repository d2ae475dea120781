package io.parquetry.connect.common.access;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.storage.LocalLinks;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;

/** The local file system, for {@code file:} URLs and paths. */
final class LocalStorageProvider implements StorageProvider {
    static final String SCHEME = "file";
    static final String ROOT_MARKER = "local.root.marker";

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public List<String> urlForms() {
        return List.of("file:///directory", "a path of the local file system");
    }

    @Override
    public void requireUrl(String url) {
        root(url);
    }

    @Override
    public KeyGroup<? extends StorageFactory> keys(StorageAccess access) {
        return new Keys();
    }

    private static final class Keys implements KeyGroup<Factory> {
        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Local files");
            group.key(ROOT_MARKER, STRING, "File that the root must have")
                    .defaultsTo("")
                    .must(Checks.text("a path below the root", Keys::requirePath))
                    .importance(LOW)
                    .says("Path of a file or directory below a local storage.url that must exist, such as .mounted."
                            + " Set it where the root is a mounted file system, and create the file there: while it"
                            + " is missing, nothing is created, and the task tries again. Without this key a root"
                            + " that is missing is created.");
            group.key(LocalLinks.KEY, BOOLEAN, "Follow links")
                    .defaultsTo(false)
                    .must(Checks.flag())
                    .importance(LOW)
                    .says("Whether symbolic links below a local storage.url are followed, also out of the directory."
                            + " Without this key there is nothing behind a link. The directory itself may be a link;"
                            + " it is resolved when a task starts.");
        }

        private static void requirePath(String path) {
            if (!path.isEmpty()) {
                StoragePath.requireFile(path);
            }
        }

        @Override
        public Factory read(ConfigValues values) {
            return new Factory(
                    values.text(ROOT_MARKER), values.flag(LocalLinks.KEY) ? LocalLinks.FOLLOWED : LocalLinks.REFUSED);
        }
    }

    /** @param marker path of a file that the root must have; empty for none */
    private record Factory(String marker, LocalLinks links) implements StorageFactory {
        @Override
        public Storage open(String url, long blockBytesLeast) {
            return new LocalStorage(root(url), marker, links);
        }

        @Override
        public StorageFactory forOtherDirectories() {
            return new Factory("", links);
        }

        @Override
        public Storage connect(String url, StepListener progress) {
            requireAbsolute(url);
            return open(url, 0);
        }

        @Override
        public void tryWrites(Storage storage, String directory, StepListener progress) throws IOException {
            Closeable newDirectories = ((LocalStorage) storage).removingNewDirectories(directory);
            try {
                StorageFactory.super.tryWrites(storage, directory, progress);
            } finally {
                newDirectories.close();
            }
        }

        private static void requireAbsolute(String url) {
            Path given = givenPath(url);
            if (!given.isAbsolute()) {
                throw new IllegalArgumentException("the path " + given
                        + " is relative: each worker would take it from the directory that it was started in, here "
                        + root(url) + "; give the absolute path");
            }
        }

        @Override
        public StorageFault explain(IOException failure, String step) {
            if (failure instanceof AccessDeniedException) {
                return StorageFault.ofUrl("no permission for " + failure.getMessage()
                        + "; give the user that runs the Connect worker permission, or choose another storage");
            }
            if (failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException) {
                return StorageFault.ofUrl(
                        failure.getMessage() + " is not a directory; choose another path, or remove that file");
            }
            return StorageFault.ofUrl("failed while " + step + ": " + failure);
        }
    }

    static Path root(String url) {
        return givenPath(url).toAbsolutePath().normalize();
    }

    private static Path givenPath(String url) {
        return path(url.regionMatches(true, 0, "file:", 0, "file:".length()) ? fileUrlPath(url) : url);
    }

    /** A {@code file:} URL with characters that no URI may have (a blank, say) is taken literally. */
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
            if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
                throw new IllegalArgumentException("cannot open " + url + ": a file: URL ends before ? and #; write %3F"
                        + " and %23 for those of a name, or give the path without file:");
            }
            return uri.getPath();
        } catch (URISyntaxException notEscaped) {
            return rest.startsWith("//") ? rest.substring(2) : rest;
        }
    }

    private static Path path(String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("cannot open " + path + ": " + e.getReason(), e);
        }
    }
}

package io.parquetry.connect.common.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * An open directory of a local tree. All is done by the names of its entries, relative to the open directory.
 *
 * <ol type="a">
 *   <li>Where the system has {@code openat} (Linux), an entry is looked up in the directory that is open, whatever has
 *       taken its path meanwhile, and a symbolic link is refused by the same call that would follow it.
 *   <li>Elsewhere each entry is checked before and after it is opened. So a link that stays is refused, and a link that
 *       takes the place of a directory for a moment can be followed by a deletion or renaming.
 *   <li>Where links are followed, none leads into a directory that is open on the way to it.
 * </ol>
 */
final class LocalDirectory implements Closeable, Iterable<Path> {
    private final Path path;
    private final DirectoryStream<Path> stream;

    /** The same stream; null where the system has none of this kind. */
    private final SecureDirectoryStream<Path> secure;

    private final LinkOption[] links;

    /** What tells the directories apart on the way from the root to this one; empty where links are not followed. */
    private final Set<Object> keysOnWay;

    private LocalDirectory(Path path, DirectoryStream<Path> stream, LinkOption[] links, Set<Object> keysOnWay) {
        this.path = path;
        this.stream = stream;
        this.secure = stream instanceof SecureDirectoryStream<Path> relative ? relative : null;
        this.links = links;
        this.keysOnWay = keysOnWay;
    }

    /** Opens the root of a tree, which is a real path. */
    static LocalDirectory root(Path root, LocalLinks policy) throws IOException {
        DirectoryStream<Path> stream = entries(root);
        return entered(root, policy.usesOpenDirectories() ? stream : plain(stream), policy.options(), new HashSet<>());
    }

    /** The directory closes it. */
    @SuppressWarnings("StreamResourceLeak")
    private static DirectoryStream<Path> entries(Path directory) throws IOException {
        return Files.newDirectoryStream(directory);
    }

    private static LocalDirectory entered(
            Path path, DirectoryStream<Path> stream, LinkOption[] links, Set<Object> keysAbove) throws IOException {
        LocalDirectory opened = new LocalDirectory(path, stream, links, new HashSet<>());
        try {
            opened.enterOnWay(keysAbove);
            return opened;
        } catch (IOException | RuntimeException e) {
            try (opened) {
                throw e;
            }
        }
    }

    /** The same without the operations that are relative to the open directory. */
    private static DirectoryStream<Path> plain(DirectoryStream<Path> stream) {
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return stream.iterator();
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    private boolean followsLinks() {
        return links.length == 0;
    }

    /** Notes the directories on the way, and refuses one that is among them. */
    private void enterOnWay(Set<Object> above) throws IOException {
        if (followsLinks()) {
            Object key = ownAttributes().fileKey();
            keysOnWay.addAll(above);
            if (key != null && !keysOnWay.add(key)) {
                throw inCircle(path);
            }
        }
    }

    private BasicFileAttributes ownAttributes() throws IOException {
        return secure == null
                ? Files.readAttributes(path, BasicFileAttributes.class)
                : secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    }

    /**
     * Opens a directory in this one.
     *
     * @throws NoSuchFileException when there is none, or a symbolic link
     */
    LocalDirectory directory(Path name) throws IOException {
        Path child = path.resolve(name);
        try {
            requireNoLink(name);
            LocalDirectory opened = entered(
                    child,
                    secure == null ? plain(entries(child)) : secure.newDirectoryStream(name, links),
                    links,
                    keysOnWay);
            try {
                requireNoLink(name);
                return opened;
            } catch (IOException | RuntimeException e) {
                try (opened) {
                    throw e;
                }
            }
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    /** Refuses a link, where the call that follows cannot. */
    private void requireNoLink(Path name) throws IOException {
        if (secure == null && !followsLinks() && Files.isSymbolicLink(path.resolve(name))) {
            throw LocalLinks.notFollowed(path.resolve(name));
        }
    }

    /** The attributes of an entry; where links are not followed, of the link itself. */
    BasicFileAttributes attributes(Path name) throws IOException {
        try {
            return look(name);
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    private BasicFileAttributes look(Path name) throws IOException {
        return secure == null
                ? Files.readAttributes(path.resolve(name), BasicFileAttributes.class, links)
                : secure.getFileAttributeView(name, BasicFileAttributeView.class, links)
                        .readAttributes();
    }

    /**
     * Opens a file.
     *
     * @throws NoSuchFileException when there is none, or a symbolic link
     */
    FileChannel file(Path name, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(List.of(options));
        all.addAll(List.of(links));
        try {
            if (secure != null && secure.newByteChannel(name, all) instanceof FileChannel channel) {
                return channel;
            }
            if (!all.contains(StandardOpenOption.CREATE_NEW)) {
                requireNoLink(name);
            }
            FileChannel channel = FileChannel.open(path.resolve(name), all);
            try {
                requireNoLink(name);
                return channel;
            } catch (IOException | RuntimeException e) {
                try (channel) {
                    throw e;
                }
            }
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    /** Deletes a file, or a link itself. */
    void delete(Path name) throws IOException {
        try {
            if (secure == null) {
                Files.delete(path.resolve(name));
            } else {
                secure.deleteFile(name);
            }
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    /** Renames an entry, also over another one. */
    void move(Path name, LocalDirectory target, Path newName) throws IOException {
        try {
            if (secure == null || target.secure == null) {
                Files.move(path.resolve(name), target.path.resolve(newName), StandardCopyOption.ATOMIC_MOVE);
            } else {
                secure.move(name, target.secure, newName);
            }
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    /** Returns when the names in the directory survive a power failure. */
    void sync() throws IOException {
        try (FileChannel channel = file(path.getFileSystem().getPath("."))) {
            channel.force(true);
        }
    }

    /** Names the whole path, and says what is wrong when it is a link that is not followed. */
    private IOException explained(Path name, IOException e) {
        Path full = path.resolve(name);
        IOException explained;
        if (e instanceof NoSuchFileException missing) {
            explained = new NoSuchFileException(full.toString(), missing.getOtherFile(), missing.getReason());
        } else if (e instanceof FileAlreadyExistsException taken) {
            explained = new FileAlreadyExistsException(full.toString(), taken.getOtherFile(), taken.getReason());
        } else if (e instanceof AccessDeniedException denied) {
            explained = new AccessDeniedException(full.toString(), denied.getOtherFile(), denied.getReason());
        } else if (isLinkRefused(e) || isLink(name)) {
            explained = followsLinks() ? inCircle(full) : LocalLinks.notFollowed(full);
        } else if (e instanceof NotDirectoryException) {
            explained = new NotDirectoryException(full.toString());
        } else if (e instanceof FileSystemException failure) {
            explained = new FileSystemException(full.toString(), failure.getOtherFile(), failure.getReason());
        } else {
            return e;
        }
        explained.initCause(e);
        return explained;
    }

    private static NoSuchFileException inCircle(Path link) {
        return new NoSuchFileException(link.toString(), null, "its symbolic links lead in a circle");
    }

    /** By then the link may be gone. The JDK has no exception of its own for it, but these words in each language. */
    private static boolean isLinkRefused(IOException e) {
        String text = String.valueOf(e.getMessage());
        return text.contains("attributes of symbolic link") || text.contains("NOFOLLOW_LINKS");
    }

    private boolean isLink(Path name) {
        try {
            return !followsLinks() && look(name).isSymbolicLink();
        } catch (IOException unknown) {
            return false;
        }
    }

    /** The names of the entries. Can be called once. */
    @Override
    public Iterator<Path> iterator() {
        Iterator<Path> entries = stream.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public Path next() throws NoSuchElementException {
                return entries.next().getFileName();
            }
        };
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}

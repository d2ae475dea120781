package io.parquetry.connect.common.storage;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/** Passes the files below an open directory to a visitor. What vanishes meanwhile is left out. */
final class LocalListing {
    private final ListingVisitor visitor;
    private final Entry entry;

    /** Makes an entry of the listing. */
    interface Entry {
        StoredFile of(String path, BasicFileAttributes attributes) throws IOException;
    }

    LocalListing(ListingVisitor visitor, Entry entry) {
        this.visitor = Objects.requireNonNull(visitor, "visitor");
        this.entry = Objects.requireNonNull(entry, "entry");
    }

    /** @param prefix path of the directory in the storage */
    void list(LocalDirectory directory, String prefix) throws IOException {
        try {
            for (Path name : directory) {
                visit(directory, name, StoragePath.in(prefix, name.toString()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private void visit(LocalDirectory directory, Path name, String path) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = directory.attributes(name);
        } catch (NoSuchFileException vanished) {
            return;
        } catch (IOException failure) {
            visitor.unreadable(path + "/", "its attributes cannot be read: " + failure);
            return;
        }
        if (attributes.isRegularFile() && isReadable(name, path)) {
            visitor.file(entry.of(path, attributes));
        } else if (attributes.isDirectory() && isReadable(name, path + "/") && visitor.enter(path)) {
            enter(directory, name, path);
        }
    }

    private void enter(LocalDirectory directory, Path name, String path) throws IOException {
        LocalDirectory opened;
        try {
            opened = directory.directory(name);
        } catch (NoSuchFileException | NotDirectoryException replaced) {
            return;
        }
        try (opened) {
            list(opened, path);
        }
    }

    /** Reports a name that no path can have, or that is lost in text, which leads to no file or to another one. */
    private boolean isReadable(Path name, String path) throws IOException {
        String text = name.toString();
        Optional<String> fault = StoragePath.faultOf(text);
        if (fault.isPresent()) {
            visitor.unreadable(path, fault.get());
            return false;
        }
        if (text.chars().allMatch(c -> c < 0x80)) {
            return true;
        }
        try {
            if (text.indexOf('\uFFFD') < 0 && name.getFileSystem().getPath(text).equals(name)) {
                return true;
            }
        } catch (InvalidPathException inexpressible) {
            // Reported below.
        }
        visitor.unreadable(
                path,
                isUtf8()
                        ? "its name is not UTF-8; rename it"
                        : "its name is not ASCII, and " + LocalStorage.localeRemedy());
        return false;
    }

    private static boolean isUtf8() {
        return "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));
    }
}

package io.parquetry.cli.write;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.io.LocalOutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that does not exist until it is whole. It is written beside its place under a hidden name, forced to the disk and
 * then given its name, with the directory forced too, so that it is there after a crash. Closed before {@link #publish}, or
 * when the program is interrupted, it leaves nothing.
 */
final class NewFile implements Closeable {
    private final Path place;
    private final Path temporary;
    private final Existing existing;
    private final LocalOutputFile output;
    private final Thread onInterrupt;

    /** What becomes of a file that has the name already. */
    enum Existing {
        REFUSED,
        /** It stays until the new one is whole, and then makes way in one step. */
        REPLACED
    }

    private NewFile(Path place, Path temporary, Existing existing) throws IOException {
        this.place = place;
        this.temporary = temporary;
        this.existing = existing;
        this.output = LocalOutputFile.create(temporary);
        this.onInterrupt = new Thread(this::deleteTemporary, "delete " + temporary);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    static NewFile create(Path place, Existing existing) throws IOException {
        if (existing == Existing.REFUSED && Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            throw taken(place);
        }
        if (Files.isDirectory(place)) {
            throw new CommandException(place + ": is a directory; name a new file");
        }
        Path directory = place.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new CommandException(place + ": cannot be written, there is no directory " + directory);
        }
        Path temporary = directory.resolve("." + place.getFileName() + "." + UUID.randomUUID() + ".tmp");
        return new NewFile(place, temporary, existing);
    }

    private static CommandException taken(Path place) {
        return new CommandException(place + ": exists already, and is not written over; name a new file");
    }

    LocalOutputFile output() {
        return output;
    }

    /** Gives the file its name; to be called once, when all of it is written. */
    void publish() throws IOException {
        output.sync();
        output.close();
        try {
            switch (existing) {
                case REFUSED -> link();
                case REPLACED -> Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (FileAlreadyExistsException e) {
            throw taken(place);
        }
        forceName();
    }

    /** A name is on the disk when its directory is. Where a directory cannot be opened (Windows), the system sees to it. */
    private void forceName() throws IOException {
        FileChannel directory;
        try {
            directory = FileChannel.open(temporary.getParent(), StandardOpenOption.READ);
        } catch (IOException e) {
            return;
        }
        try (directory) {
            directory.force(true);
        }
    }

    private void deleteTemporary() {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The program is ending; its name says what it is, and nobody reads files that begin with a dot.
        }
    }

    /** A link never replaces a file, which a rename would; a file system without links must do with the latter. */
    private void link() throws IOException {
        try {
            Files.createLink(place, temporary);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(temporary, place);
        }
    }

    private void unhook() {
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // The program is ending already, and the hook does what close has done.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            output.close();
        } finally {
            Files.deleteIfExists(temporary);
            unhook();
        }
    }
}

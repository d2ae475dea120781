package io.parquetry.cli.write;

import io.parquetry.cli.CommandException;
import io.parquetry.format.io.LocalOutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A file that does not exist until it is whole. It is written beside its place under a hidden name, forced to the disk and
 * then given its name, unless somebody has taken that in the meantime. Closed before {@link #publish}, it leaves nothing.
 */
final class NewFile implements Closeable {
    private final Path place;
    private final Path temporary;
    private final LocalOutputFile output;

    private NewFile(Path place, Path temporary, LocalOutputFile output) {
        this.place = place;
        this.temporary = temporary;
        this.output = output;
    }

    static NewFile create(Path place) throws IOException {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            throw taken(place);
        }
        Path directory = place.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new CommandException(place + ": cannot be written, there is no directory " + directory);
        }
        Path temporary = directory.resolve("." + place.getFileName() + "." + UUID.randomUUID() + ".tmp");
        return new NewFile(place, temporary, LocalOutputFile.create(temporary));
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
            link();
        } catch (FileAlreadyExistsException e) {
            throw taken(place);
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

    @Override
    public void close() throws IOException {
        try {
            output.close();
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}

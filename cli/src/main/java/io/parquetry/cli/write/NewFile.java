package io.parquetry.cli.write;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.io.LocalOutputFile;
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
 * A file that appears only when it is complete. It is written as a hidden temporary file in the same directory, forced
 * to the disk and renamed; the directory is forced too, so that the file survives a crash. Closing before {@link
 * #publish}, or an interrupt of the program, deletes the temporary file.
 */
public final class NewFile implements Destination {
    /** At four bytes each they leave room for what makes a name unique in the 255 of a file system. */
    private static final int NAME_CHARACTERS_MAX = 50;

    /** For a target that is not local. */
    static final String NOT_LOCAL = "this command writes local files; give a path, and copy the file there with a tool"
            + " of the storage, such as aws s3 cp";

    private final Path target;
    private final Path temporary;
    private final Existing existing;
    private final LocalOutputFile output;
    private final Thread onInterrupt;

    /** The treatment of an existing file of the same name. */
    public enum Existing {
        /** The command has no option to replace it. */
        KEPT,
        /** The option {@code --force} is not given. */
        REFUSED,
        /** The existing file is replaced in one step when the new file is complete. */
        REPLACED
    }

    private NewFile(Path target, Path temporary, Existing existing) throws IOException {
        this.target = target;
        this.temporary = temporary;
        this.existing = existing;
        this.output = LocalOutputFile.create(temporary);
        this.onInterrupt = new Thread(this::deleteTemporary, "delete " + temporary);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    static NewFile create(Path target, Existing existing) throws IOException {
        if (existing != Existing.REPLACED && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw taken(target, existing);
        }
        if (Files.isDirectory(target)) {
            throw new CommandException(target + ": is a directory; name a new file");
        }
        if (Files.exists(target)) {
            if (!Files.isRegularFile(target)) {
                throw new CommandException(
                        target + ": is a device or pipe, which is not replaced; name a new file, or - for stdout");
            }
            // The file that a link leads to is replaced; /dev/stdout is such a link.
            return beside(target.toRealPath(), existing);
        }
        return beside(target, existing);
    }

    private static NewFile beside(Path target, Existing existing) throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new CommandException(target + ": cannot be written, there is no directory " + directory);
        }
        return new NewFile(target, temporaryBeside(target, directory, ".tmp"), existing);
    }

    private static CommandException taken(Path target, Existing existing) {
        boolean replaceable = existing == Existing.REFUSED && (Files.isRegularFile(target) || Files.notExists(target));
        return new CommandException(target + ": exists already and is not overwritten; name a new file"
                + (replaceable ? ", or give --force" : ""));
    }

    @Override
    public LocalOutputFile output() {
        return output;
    }

    /** Gives the file its name. */
    @Override
    public void publish() throws IOException {
        output.sync();
        output.close();
        try {
            switch (existing) {
                case KEPT, REFUSED -> link();
                case REPLACED -> Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (FileAlreadyExistsException e) {
            throw taken(target, existing);
        }
        forceName();
    }

    /** Beside the file, with a name that readers skip. */
    @Override
    public Path temporary(String ending) {
        return temporaryBeside(target, temporary.getParent(), ending);
    }

    /** Its name begins as that of the file, which may be as long as the file system allows. */
    private static Path temporaryBeside(Path target, Path directory, String ending) {
        String name = target.getFileName().toString();
        int characters = Math.min(NAME_CHARACTERS_MAX, name.codePointCount(0, name.length()));
        String begin = name.substring(0, name.offsetByCodePoints(0, characters));
        return directory.resolve("." + begin + "." + UUID.randomUUID() + ending);
    }

    /** Forces the directory, which holds the name. Windows cannot open a directory and forces it by itself. */
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
            // The program is exiting; readers skip files whose name begins with a dot.
        }
    }

    /** Links, because a link never replaces a file and a rename does; renames where the file system has no links. */
    private void link() throws IOException {
        try {
            Files.createLink(target, temporary);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(temporary, target);
        }
    }

    private void unhook() {
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // The program is exiting and runs the hook.
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

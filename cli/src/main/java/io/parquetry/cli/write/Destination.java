package io.parquetry.cli.write;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.format.io.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command writes its file: a new file, or standard output. */
public interface Destination extends Closeable {
    OutputFile output();

    /** Called once, after the last write. */
    void publish() throws IOException;

    /** A path for data that are kept while the file is written. */
    Path temporary(String ending);

    /** Opens the destination before anything is read. */
    static Destination open(FileLocation target, NewFile.Existing existing, CommandSpec command) throws IOException {
        if (!target.isStandardStream()) {
            return NewFile.create(target.requireLocal(NewFile.NOT_LOCAL), existing);
        }
        CliConsole out = (CliConsole) command.commandLine().getOut();
        if (out.terminal().isPresent()) {
            throw new CommandException("a Parquet file is no text for a terminal; name a file, or send it through a"
                    + " pipe or into a file with >");
        }
        return new StandardOutput(out);
    }

    /**
     * Refuses to write to a file that is read, also with {@code --force}, which is meant for an older output.
     *
     * @param read a file, a URL or standard input
     */
    static void requireOther(FileLocation target, FileLocation read) throws IOException {
        if (target.isStandardStream() || read.isStandardStream()) {
            return;
        }
        Optional<Path> written = target.local().filter(Files::exists);
        Optional<Path> local = read.local().filter(Files::exists);
        if (written.isPresent() && local.isPresent() && Files.isSameFile(local.get(), written.get())) {
            throw new CommandException(target + ": is one of the files that are read; write a new file, and move it"
                    + " there when you have looked at it");
        }
    }

    /** Prints a line on the written file, on stderr where the file itself is on stdout. */
    static void report(FileLocation target, String line, CommandSpec command) {
        if (target.isStandardStream()) {
            command.commandLine().getErr().println(line);
        } else {
            command.commandLine().getOut().println(target + ": " + line);
        }
    }

    /** The output of the program. A reader tells an incomplete file by its missing footer. */
    final class StandardOutput implements Destination, OutputFile {
        private final OutputStream out;
        private long position;

        StandardOutput(CliConsole console) {
            this.out = console.bytes();
        }

        @Override
        public OutputFile output() {
            return this;
        }

        @Override
        public void publish() throws IOException {
            out.flush();
        }

        @Override
        public Path temporary(String ending) {
            return Path.of(System.getProperty("java.io.tmpdir"), "parquetry." + UUID.randomUUID() + ending);
        }

        @Override
        public String name() {
            return "stdout";
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
            position += length;
        }

        @Override
        public void close() {}
    }
}

package io.parquetry.format.internal.footer;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.SiblingFiles;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files with the chunks of one footer: the file of the footer, and those that its chunks name. A file is opened
 * when one of its chunks is first read. A table may have thousands of files, so only a few stay open; a closed one is
 * opened again when it is read again.
 */
public final class TableFiles implements ChunkFiles, Closeable {
    public static final int OPEN_MAX = 32;

    private final InputFile own;
    private final SiblingFiles siblings;
    private final Map<String, Sibling> known = new HashMap<>();
    private final LinkedHashMap<Sibling, InputFile> open = new LinkedHashMap<>(16, 0.75f, true);

    /** @param siblings used only when a chunk names another file */
    public TableFiles(InputFile own, SiblingFiles siblings) {
        this.own = own;
        this.siblings = siblings;
    }

    /** The most heap that the file of the footer holds; files beside it are not known yet. */
    public long heldBytesMax() {
        return own.heldBytesMax();
    }

    @Override
    public InputFile of(ColumnChunkMetadata chunk, Place place) throws IOException {
        if (chunk.filePath().filter(path -> !path.isEmpty()).isEmpty()) {
            return own;
        }
        String path = chunk.filePath().get();
        Sibling sibling = known.get(path);
        if (sibling == null) {
            sibling = open(path, place);
            known.put(path, sibling);
        }
        FooterChecks.requirePages(ChunkRange.of(chunk), chunk, sibling.length - FooterReader.ENDING_BYTES, place);
        return sibling;
    }

    private Sibling open(String path, Place place) throws IOException {
        try {
            InputFile file = siblings.open(path);
            Sibling sibling = new Sibling(path, file.name() + " (named by " + own.name() + ")", file.length());
            keepOpen(sibling, file);
            FooterReader.requireFrame(sibling);
            return sibling;
        } catch (NoSuchFileException e) {
            throw new CorruptFileException(
                    place,
                    "the column chunk should be in the file " + path
                            + ", which does not exist; it must be beside the metadata file, where it was written");
        }
    }

    private void keepOpen(Sibling sibling, InputFile file) throws IOException {
        open.put(sibling, file);
        if (open.size() > OPEN_MAX) {
            Iterator<InputFile> eldest = open.values().iterator();
            InputFile closed = eldest.next();
            eldest.remove();
            closed.close();
        }
    }

    /** Closes all files, also when closing one of them fails. */
    @Override
    public void close() throws IOException {
        List<Closeable> files = new ArrayList<>(open.values());
        open.clear();
        files.add(own);
        IOException failed = null;
        for (Closeable file : files) {
            try {
                file.close();
            } catch (IOException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** A file of the table, open or not. */
    private final class Sibling implements InputFile {
        private final String path;
        private final String name;
        private final long length;

        Sibling(String path, String name, long length) {
            this.path = path;
            this.name = name;
            this.length = length;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
            InputFile file = open.get(this);
            if (file == null) {
                file = siblings.open(path);
                keepOpen(this, file);
                if (file.length() != length) {
                    throw new EOFException(name + ": has " + file.length() + " bytes, but it had " + length
                            + " when it was first opened; it was changed while being read");
                }
            }
            file.readFully(position, buffer, offset, count);
        }

        @Override
        public void close() {
            // The table owns the file and closes it.
        }
    }
}

package io.parquetry.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renames a file, never over another, and looks at each answer.
 *
 * <p>HDFS has a rename that does just this, in one step of the NameNode, which also knows a call that was sent twice. Other
 * file systems have the rename that answers true or false. Whether it leaves a file alone that has the name already is
 * tried out before it is used for the first time; whether it does so in one step is what its makers say.
 */
final class AtomicRename {
    private static final Logger LOG = LoggerFactory.getLogger(AtomicRename.class);

    private boolean triedOut;

    /**
     * @throws FileNotFoundException when there is no {@code source}
     * @throws FileAlreadyExistsException when {@code target} is there
     */
    void give(FileSystem files, Path source, Path target) throws IOException {
        if (files instanceof DistributedFileSystem hdfs) {
            giveOnHdfs(hdfs, source, target);
        } else {
            giveElsewhere(files, source, target);
        }
    }

    private static void giveOnHdfs(DistributedFileSystem hdfs, Path source, Path target) throws IOException {
        try {
            hdfs.rename(source, target, Rename.NONE);
        } catch (FileNotFoundException e) {
            // The NameNode says the same of a file that is gone and of a directory that is not there yet.
            if (!hdfs.exists(source)) {
                throw e;
            }
            makeDirectory(hdfs, target.getParent());
            hdfs.rename(source, target, Rename.NONE);
        }
    }

    /** With the permissions of a new directory; those that come into being with a file have their parent's. */
    static void makeDirectory(FileSystem files, Path directory) throws IOException {
        if (!files.mkdirs(directory)) {
            throw new IOException("the file system did not make the directory " + directory + " and did not say why");
        }
    }

    private void giveElsewhere(FileSystem files, Path source, Path target) throws IOException {
        if (!triedOut) {
            requireRenameSparesFiles(files, source.getParent());
            triedOut = true;
        }
        makeDirectory(files, target.getParent());
        if (files.exists(target)) {
            requireSource(files, source);
            throw new FileAlreadyExistsException(target + " is there already");
        }
        if (!files.rename(source, target)) {
            requireSource(files, source);
            if (files.exists(target)) {
                throw new FileAlreadyExistsException(target + " is there already");
            }
            throw new IOException("the file system refused to rename " + source + " to " + target
                    + " and did not say why; look at permissions and quotas");
        }
        FileStatus renamed = files.getFileStatus(target);
        if (!renamed.isFile() || files.exists(source)) {
            throw new IOException("the file system said that " + source + " was renamed to " + target
                    + ", but it was not; it cannot be relied on");
        }
    }

    private static void requireSource(FileSystem files, Path source) throws IOException {
        if (!files.exists(source)) {
            throw new FileNotFoundException(source + " is not there");
        }
    }

    private static void requireRenameSparesFiles(FileSystem files, Path directory) throws IOException {
        UUID id = UUID.randomUUID();
        Path one = new Path(directory, id + ".one.tmp");
        Path other = new Path(directory, id + ".other.tmp");
        try {
            writeByte(files, one);
            writeByte(files, other);
            boolean overwritten;
            try {
                overwritten = files.rename(one, other);
            } catch (FileAlreadyExistsException spared) {
                overwritten = false;
            }
            if (overwritten) {
                throw new IOException("a rename on " + files.getScheme() + ": overwrites the file that has the name,"
                        + " so that two tasks could destroy each other's files; use another storage.url");
            }
        } finally {
            files.delete(one, false);
            files.delete(other, false);
        }
        LOG.warn(
                "Files on {}: are given their names by its rename, which spares files that are there. Exactly once needs"
                        + " that it does so in one step; ask its documentation",
                files.getScheme());
    }

    private static void writeByte(FileSystem files, Path file) throws IOException {
        try (FSDataOutputStream out = files.create(file, false)) {
            out.write(0);
        }
    }
}

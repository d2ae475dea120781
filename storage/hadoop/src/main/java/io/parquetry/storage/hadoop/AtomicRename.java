package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.log.Log;
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

/**
 * Renames a file without overwriting another, and checks the result.
 *
 * <p>HDFS has such a rename, as one transaction of the NameNode, which also recognizes a repeated call. Other file
 * systems have only the rename that returns true or false. Whether that rename overwrites is tested before its first
 * use; that it is atomic cannot be tested, and depends on the file system.
 */
final class AtomicRename {
    private static final Log LOG = Log.of(AtomicRename.class);

    private boolean tested;

    /**
     * @throws FileNotFoundException when there is no {@code source}
     * @throws FileAlreadyExistsException when {@code target} is there
     */
    void rename(FileSystem files, Path source, Path target) throws IOException {
        if (files instanceof DistributedFileSystem hdfs) {
            renameOnHdfs(hdfs, source, target);
        } else {
            renameElsewhere(files, source, target);
        }
    }

    private static void renameOnHdfs(DistributedFileSystem hdfs, Path source, Path target) throws IOException {
        try {
            hdfs.rename(source, target, Rename.NONE);
        } catch (FileNotFoundException e) {
            // The NameNode has one exception for a missing source and for a missing target directory.
            if (!hdfs.exists(source)) {
                throw e;
            }
            makeDirectory(hdfs, target.getParent());
            hdfs.rename(source, target, Rename.NONE);
        }
    }

    /** With the permissions of a new directory; a directory that is created with a file gets those of its parent. */
    static void makeDirectory(FileSystem files, Path directory) throws IOException {
        if (!files.mkdirs(directory)) {
            throw new IOException("the file system did not create the directory " + directory + " and gave no reason");
        }
    }

    private void renameElsewhere(FileSystem files, Path source, Path target) throws IOException {
        if (!tested) {
            requireNoOverwriting(files, source.getParent());
            tested = true;
        }
        makeDirectory(files, target.getParent());
        if (files.exists(target)) {
            requireSource(files, source);
            throw new FileAlreadyExistsException(target + " already exists");
        }
        if (!files.rename(source, target)) {
            requireSource(files, source);
            if (files.exists(target)) {
                throw new FileAlreadyExistsException(target + " already exists");
            }
            throw new IOException("the file system refused to rename " + source + " to " + target
                    + " and gave no reason; check permissions and quotas");
        }
        FileStatus renamed = files.getFileStatus(target);
        if (!renamed.isFile() || files.exists(source)) {
            throw new IOException("the file system reported that " + source + " was renamed to " + target
                    + ", but it was not; use another storage.url");
        }
    }

    private static void requireSource(FileSystem files, Path source) throws IOException {
        if (!files.exists(source)) {
            throw new FileNotFoundException(source + " does not exist");
        }
    }

    private static void requireNoOverwriting(FileSystem files, Path directory) throws IOException {
        UUID id = UUID.randomUUID();
        Path one = new Path(directory, id + ".one.tmp");
        Path other = new Path(directory, id + ".other.tmp");
        try {
            writeByte(files, one);
            writeByte(files, other);
            boolean overwritten;
            try {
                overwritten = files.rename(one, other);
            } catch (FileAlreadyExistsException refused) {
                overwritten = false;
            }
            if (overwritten) {
                throw new IOException("a rename on " + files.getScheme() + ": overwrites an existing file,"
                        + " so that two tasks could destroy each other's files; use another storage.url");
            }
        } finally {
            files.delete(one, false);
            files.delete(other, false);
        }
        LOG.warn(
                "Files on {}: are published by a rename that does not overwrite files. Exactly-once delivery also"
                        + " requires that this rename is atomic; check the documentation of the file system",
                files.getScheme());
    }

    private static void writeByte(FileSystem files, Path file) throws IOException {
        try (FSDataOutputStream out = files.create(file, false)) {
            out.write(0);
        }
    }
}

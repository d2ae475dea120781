package io.parquetry.it;

import io.parquetry.storage.hadoop.MiniHdfs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * An HDFS in the test's process, mirrored to a local directory at each access. Published files never change, so they
 * are copied once. Temporary files are mirrored by name only.
 */
final class HdfsTestStorage implements TestStorage {
    private static final org.apache.hadoop.fs.Path ROOT = new org.apache.hadoop.fs.Path("/archive");

    private final MiniHdfs hdfs;
    private final Path mirror;

    HdfsTestStorage(Path directory, int dataNodes) {
        this.hdfs = MiniHdfs.start(directory.resolve("hdfs"), dataNodes);
        this.mirror = directory.resolve("mirror");
    }

    @Override
    public String url() {
        return hdfs.url() + ROOT;
    }

    @Override
    public ParquetTree tree() {
        try {
            Files.createDirectories(mirror);
            Set<Path> present = new HashSet<>();
            fetch(hdfs.files(), ROOT, present);
            try (Stream<Path> files = Files.walk(mirror)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!present.contains(file)) {
                        Files.delete(file);
                    }
                }
            }
            return new ParquetTree(mirror);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot mirror " + url(), e);
        }
    }

    private void fetch(FileSystem files, org.apache.hadoop.fs.Path directory, Set<Path> present) throws IOException {
        FileStatus[] entries;
        try {
            entries = files.listStatus(directory);
        } catch (FileNotFoundException notYet) {
            return;
        }
        for (FileStatus entry : entries) {
            if (entry.isDirectory()) {
                fetch(files, entry.getPath(), present);
                continue;
            }
            String path = entry.getPath().toUri().getPath();
            Path local = mirror.resolve(path.substring(ROOT.toString().length() + 1));
            if (Files.exists(local) || fetch(files, entry, local)) {
                present.add(local);
            }
        }
    }

    private static boolean fetch(FileSystem files, FileStatus entry, Path local) throws IOException {
        Files.createDirectories(local.getParent());
        if (local.toString().endsWith(".tmp")) {
            Files.createFile(local);
            return true;
        }
        try {
            files.copyToLocalFile(false, entry.getPath(), new org.apache.hadoop.fs.Path(local.toUri()), true);
            return true;
        } catch (FileNotFoundException dropped) {
            // An old ledger entry that was deleted after the listing.
            Files.deleteIfExists(local);
            return false;
        }
    }

    @Override
    public void close() {
        hdfs.close();
    }
}

package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.FindSettings;
import io.parquetry.connect.source.config.TaskShare;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists the files of a task. */
public final class Scanner {
    private static final Logger LOG = LoggerFactory.getLogger(Scanner.class);

    private final Storage storage;
    private final String directory;
    private final FileName names;
    private final TaskShare share;
    private boolean missed;

    public Scanner(Storage storage, FindSettings settings, TaskShare share) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = settings.scanDirectory();
        this.names = new FileName(settings.filePattern());
        this.share = Objects.requireNonNull(share, "share");
    }

    /** The files of this task that there are, by path. */
    public List<DataFile> scan() throws IOException {
        noteMissingDirectory();
        List<DataFile> files = new ArrayList<>();
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (names.isRead(file.path())) {
                    DataFile found = DataFile.of(file);
                    if (Assignment.isMine(found, share)) {
                        files.add(found);
                    }
                }
            }

            @Override
            public boolean enter(String path) {
                return !FileName.isHiddenDirectory(path);
            }
        });
        files.sort(Comparator.comparing(DataFile::path));
        return files;
    }

    /** It may come into being yet, so it is no error; but it may also be misspelt. */
    private void noteMissingDirectory() throws IOException {
        boolean there = storage.isDirectory(directory);
        if (!there && !missed) {
            LOG.warn(
                    "There is no directory '{}' in {}; waiting for it. Check storage.url and scan.directory.",
                    directory,
                    storage.url());
        }
        missed = !there;
    }
}

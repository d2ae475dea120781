package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Tells the failure of one directory or file, which does not hold the others back, from that of the storage. */
public final class DirectoryFailure {
    private DirectoryFailure() {}

    /** Whether the storage can be listed, though one of its directories cannot, for a reason of its own. */
    public static boolean isOfDirectory(Storage storage, IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return true;
        }
        return failure instanceof FileSystemException && canBeListed(storage, failure);
    }

    /** Whether the storage can be listed, though one of its directories or files cannot be read. */
    public static boolean canBeListed(Storage storage, IOException failure) {
        try {
            storage.list("", new ListingVisitor() {
                @Override
                public void file(StoredFile file) {}

                @Override
                public boolean enter(String directory) {
                    return false;
                }
            });
            return true;
        } catch (IOException e) {
            failure.addSuppressed(e);
            return false;
        }
    }
}

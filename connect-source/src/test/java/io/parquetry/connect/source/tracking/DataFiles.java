package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import java.util.Optional;

/** Listed files without a storage. */
final class DataFiles {
    private DataFiles() {}

    static DataFile of(String path, long bytes, long modifiedMs) {
        return of(new StoredFile(path, bytes, modifiedMs));
    }

    static DataFile of(StoredFile file) {
        return new DataFile(file, Optional.empty());
    }
}

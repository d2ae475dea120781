package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.discover.DataFile;
import java.util.Optional;

/** Listed files without a storage. */
final class DataFiles {
    private DataFiles() {}

    static DataFile of(String path, long bytes, long modifiedMs) {
        return new DataFile(path, bytes, modifiedMs, Optional.empty());
    }
}

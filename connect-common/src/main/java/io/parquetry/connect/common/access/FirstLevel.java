package io.parquetry.connect.common.access;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.StoredFile;

/** Looks at one directory and at nothing in it. */
final class FirstLevel implements ListingVisitor {
    @Override
    public void file(StoredFile file) {}

    @Override
    public boolean enter(String directory) {
        return false;
    }
}

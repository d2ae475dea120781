package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ledgers of other connectors for the same topic and partition. The name of a staged file does not say which
 * connector staged it. But who stages files has a ledger before, at the root of its storage, and that root is a
 * directory on the way to the file. So a file is this ledger's when no directory on the way to it has another ledger.
 */
final class OtherLedgers {
    private final Storage storage;
    private final LedgerDirectory own;
    private final Map<String, Boolean> known = new HashMap<>();

    OtherLedgers(Storage storage, LedgerDirectory own) {
        this.storage = storage;
        this.own = own;
    }

    /** Those of the paths at which only this ledger's owners can have staged a file. */
    Set<String> without(List<String> paths) throws IOException {
        Set<String> ours = new HashSet<>();
        for (String path : paths) {
            if (!mayBeOfOthers(path)) {
                ours.add(path);
            }
        }
        return ours;
    }

    private boolean mayBeOfOthers(String path) throws IOException {
        for (String root = StoragePath.parent(path); ; root = StoragePath.parent(root)) {
            Boolean hasOther = known.get(root);
            if (hasOther == null) {
                hasOther = isAt(root);
                known.put(root, hasOther);
            }
            if (hasOther || root.isEmpty()) {
                return hasOther;
            }
        }
    }

    /** Whether there is another ledger in a directory that may be the root of somebody's storage. */
    private boolean isAt(String root) throws IOException {
        List<String> connectors = new ArrayList<>();
        storage.list(StoragePath.in(root, LedgerDirectory.ROOT), new ListingVisitor() {
            @Override
            public void file(StoredFile file) {}

            @Override
            public boolean enter(String connector) {
                if (!connector.equals(StoragePath.in(root, LedgerDirectory.WRITERS))) {
                    connectors.add(connector);
                }
                return false;
            }
        });
        if (root.isEmpty()) {
            connectors.remove(LedgerDirectory.of(own.connector()));
        }
        for (String connector : connectors) {
            if (storage.isDirectory(own.pathBelow(connector))) {
                return true;
            }
        }
        return false;
    }
}

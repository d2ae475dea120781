package io.parquetry.connect.sink;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.Storages;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;
import java.util.UUID;

/** Tries a storage with everything that the sink will ask of it, on a file of its own that is gone afterwards. */
final class StorageProbe {
    private StorageProbe() {}

    /** Why the storage cannot be used; empty when it can. */
    static Optional<String> fault(String url) {
        try (Storage storage = Storages.open(url)) {
            probe(storage);
            return Optional.empty();
        } catch (AccessDeniedException e) {
            return Optional.of("no permission to write " + e.getMessage()
                    + "; let the user that runs the Connect worker" + " write there, or choose another storage");
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            return Optional.of(e.getMessage() + " is in the way: it is no directory");
        } catch (IOException e) {
            return Optional.of("the storage cannot be written: " + e);
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static void probe(Storage storage) throws IOException {
        String path = LedgerDirectory.ROOT + "/.probe/" + UUID.randomUUID();
        String temporary = path + ".tmp";
        try (DurableOutputFile out = storage.create(temporary)) {
            out.write(new byte[] {'P', 'A', 'R', '1'}, 0, 4);
            out.sync();
        }
        try {
            storage.publish(temporary, path);
        } catch (IOException e) {
            storage.delete(temporary);
            throw e;
        }
        if (!storage.delete(path)) {
            throw new IOException("a file was published as " + path + ", but is not there");
        }
    }
}

package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.storage.Staging;
import java.io.IOException;

/**
 * A temporary file that is closed and not published yet, with the offsets in it, on its way to where any process can
 * publish it.
 */
public record ClosedFile(LedgerFile file, OffsetSet offsets, Staging staging) {
    /** Returns when the file is staged. */
    LedgerFile staged() throws IOException {
        return file.stagedAs(staging.await(), offsets);
    }
}

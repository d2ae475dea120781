package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;

/** A temporary file that is closed and durable but not published yet, with the offsets in it. */
public record ClosedFile(LedgerFile file, OffsetSet offsets) {}

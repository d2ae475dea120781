package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.commit.LedgerFile;
import io.parquetry.connect.sink.commit.OffsetSet;

/** A file that is complete and on the disk but not visible yet, with the offsets in it. */
record FinishedFile(LedgerFile file, OffsetSet offsets) {}

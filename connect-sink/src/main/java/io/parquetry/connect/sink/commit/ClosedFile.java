package io.parquetry.connect.sink.commit;

/** A temporary file that is closed and durable but not published yet, with the offsets in it. */
public record ClosedFile(LedgerFile file, OffsetSet offsets) {}

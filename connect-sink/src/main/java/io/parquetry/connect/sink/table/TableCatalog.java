package io.parquetry.connect.sink.table;

import java.io.Closeable;

/** A catalog of tables, which is connected when it is first needed. Any thread may use it. */
public interface TableCatalog extends Closeable {
    /** A table, which is not looked for yet. */
    Table table(String identifier);
}

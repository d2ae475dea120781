package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.discover.DataFile;
import java.util.List;

/**
 * The files with unsent rows. Each of them is in one of the lists, so that no file is overlooked when the order is
 * planned.
 *
 * @param ready those that may be opened
 * @param waiting those that may not be opened yet: they are not stable, or too young
 */
public record UnsentFiles(List<DataFile> ready, List<DataFile> waiting) {
    public UnsentFiles {
        ready = List.copyOf(ready);
        waiting = List.copyOf(waiting);
    }
}

package io.parquetry.connect.source.metrics;

import io.parquetry.connect.common.metrics.Metric;

/** The numbers that a task tells about itself. */
public enum SourceMetric implements Metric {
    FILES_FOUND("files-found", "Files of the task that were there at the last look, those that were sent too."),
    FILES_LEFT("files-left", "Files of which something was left to be sent at the last look."),
    FILES_OPEN("files-open", "Files that are being read."),
    FILES_DONE("files-done-total", "Files that were read to their end."),
    FILES_BAD("files-bad-total", "Bad files that were skipped or put into quarantine, whole or in part."),
    ROWS_SENT("rows-sent-total", "Rows that were given to the worker."),
    BYTES_SENT("bytes-sent-total", "Bytes of their keys, values and headers, about."),
    ROWS_LEFT(
            "rows-left",
            "Rows that are left, the filter aside: as the footers say, and where none was read yet, by the sizes of"
                    + " files; -1 before the first footer was read."),
    BYTES_LEFT("bytes-left", "Bytes that are left in files, those of a file that was begun by its rows."),
    STORAGE_FAILING("storage-failing", "1 while the storage fails and is tried again."),
    RETRIES("retries-total", "Times the storage was tried again.");

    private final String metric;
    private final String description;

    SourceMetric(String metric, String description) {
        this.metric = metric;
        this.description = description;
    }

    @Override
    public String metric() {
        return metric;
    }

    @Override
    public String description() {
        return description;
    }
}

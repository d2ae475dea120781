package io.parquetry.connect.source.metrics;

import io.parquetry.connect.common.metrics.Metric;

/** The counters and gauges of a source task. */
public enum SourceMetric implements Metric {
    FILES_FOUND("files-found", "Files of the task at the last scan, including those that were sent."),
    FILES_LEFT("files-left", "Files that were not sent completely at the last scan."),
    FILES_OPEN("files-open", "Files that are being read."),
    FILES_DONE("files-done-total", "Files that were read to their end."),
    FILES_BAD("files-bad-total", "Bad files that were skipped or moved to quarantine, whole or in part."),
    ROWS_BAD("rows-bad-total", "Rows that could not be sent and were skipped or went to the topic of bad rows."),
    ROWS_SENT("rows-sent-total", "Rows that were given to the worker."),
    BYTES_SENT(
            "bytes-sent-total",
            "Approximate bytes of the keys, values and headers of the rows that were given to the worker."),
    ROWS_LEFT(
            "rows-left",
            "Rows that are not sent yet, not counting the filter: by the footers, or by the sizes of files whose footer"
                    + " was not read yet; -1 before the first footer is read."),
    BYTES_LEFT("bytes-left", "Bytes of files that are not sent yet; a file sent in part counts by its rows."),
    LEDGERS_BROKEN(
            "ledgers-broken", "Ledgers of the sink that cannot be read; nothing of their topic-partitions is sent."),
    DIRECTORIES_UNLISTED(
            "directories-unlisted",
            "Directories that the last scan could not list; no topic-partition that may have files there is sent."),
    MISSING_OFFSETS(
            "missing-offsets",
            "Offsets of topic-partitions that no file has, though the sink's files or ledger may say that one should;"
                    + " waited for, or skipped."),
    RETAINED_BYTES("retained-bytes", "Memory that the task's open files hold."),
    WORKER_RETAINED_BYTES("worker-retained-bytes", "Memory that the open files of all tasks in the worker hold."),
    BUDGET_BYTES("budget-bytes", "Memory that the open files of all tasks in the worker may hold together."),
    WAITING_FOR_MEMORY("waiting-for-memory", "1 while the task waits for memory to open a file, otherwise 0."),
    STORAGE_FAILING("storage-failing", "1 while the storage fails and is retried, otherwise 0."),
    RETRIES("retries-total", "How often the storage was retried.");

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

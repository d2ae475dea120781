package io.parquetry.connect.sink.metrics;

import io.parquetry.connect.common.metrics.Metric;

/** The numbers that a task tells about itself. */
public enum SinkMetric implements Metric {
    OPEN_FILES("open-files", "Files that are being written."),
    RETAINED_BYTES("retained-bytes", "Memory that the task's open files hold."),
    WORKER_RETAINED_BYTES("worker-retained-bytes", "Memory that the open files of all tasks in the worker hold."),
    BUDGET_BYTES("budget-bytes", "Memory that the open files of all tasks in the worker may hold together."),
    ROWS_WRITTEN("rows-written-total", "Records written to files."),
    SPILLED_ROWS(
            "spilled-rows-total",
            "Records that were taken out of memory before their files ended, to be brought together there."),
    BYTES_COMMITTED("bytes-committed-total", "Bytes of the files that were committed."),
    FILES_COMMITTED("files-committed-total", "Files that were committed."),
    COMMITS("commits-total", "Entries that were written to ledgers."),
    UNCOMMITTED_RECORDS(
            "uncommitted-records", "Distance between the offsets that were consumed and those that are committed."),
    PAUSED("paused", "1 while the task reads nothing because other tasks hold the memory."),
    STORAGE_FAILING("storage-failing", "1 while the storage fails and is tried again."),
    RETRIES("retries-total", "Times the storage was tried again."),
    BAD_RECORDS("bad-records-total", "Records that could not be stored, reported or skipped."),
    SKIPPED_RECORDS(
            "skipped-records-total",
            "Records that were skipped: bad ones by on.bad.record, null ones by behavior.on.null.values."),
    LOST_PARTITIONS("lost-partitions-total", "Partitions that were lost, whose open files were discarded."),
    MISSING_RECORDS(
            "missing-records-total",
            "Offsets between the expected and the first record after a start, as retention leaves.");

    private final String metric;
    private final String description;

    SinkMetric(String metric, String description) {
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

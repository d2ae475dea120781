package io.parquetry.connect.sink.metrics;

import io.parquetry.connect.common.metrics.Metric;

/** The metrics of a task. */
public enum SinkMetric implements Metric {
    OPEN_FILES("open-files", "Files that are being written."),
    RETAINED_BYTES("retained-bytes", "Memory that the task's open files hold."),
    WORKER_RETAINED_BYTES("worker-retained-bytes", "Memory that the open files of all tasks in the worker hold."),
    BUDGET_BYTES("budget-bytes", "Memory that the open files of all tasks in the worker may hold together."),
    ROWS_WRITTEN("rows-written-total", "Records written to files."),
    SPILLED_ROWS("spilled-rows-total", "Records that were spilled to the storage until their files are closed."),
    BYTES_COMMITTED("bytes-committed-total", "Bytes of the files that were committed."),
    FILES_COMMITTED("files-committed-total", "Files that were committed."),
    COMMITS("commits-total", "Entries written to ledgers."),
    UNCOMMITTED_RECORDS(
            "uncommitted-records", "Distance between the offsets that were consumed and those that are committed."),
    PAUSED("paused", "1 while reading is paused because other tasks hold the memory."),
    STORAGE_FAILING("storage-failing", "1 while the storage fails and is retried."),
    RETRIES("retries-total", "Retries of the storage."),
    BAD_RECORDS("bad-records-total", "Records that could not be stored, reported or skipped."),
    SKIPPED_RECORDS(
            "skipped-records-total",
            "Records that were skipped: bad ones by on.bad.record, null ones by behavior.on.null.values."),
    MISSING_FILES(
            "missing-files-total",
            "Published files that were gone, or had another length, when their partition was taken over."),
    LOST_PARTITIONS("lost-partitions-total", "Partitions that were lost, whose open files were discarded."),
    MISSING_RECORDS(
            "missing-records-total",
            "Offsets that were deleted from the topic before they were archived, found after a start."),
    TABLE_WAITING_ENTRIES(
            "table-waiting-entries",
            "Entries of the task's ledgers that their table does not have, as far as the task knows; 0 without a"
                    + " table."),
    TABLE_APPENDS("table-appends-total", "Appends to tables."),
    TABLE_CONFLICTS("table-conflicts-total", "Appends that were given up because another task had appended meanwhile."),
    TABLE_FAILURES(
            "table-failures-total",
            "Tables that began to fail, and causes for which a topic-partition began to wait for a person.");

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

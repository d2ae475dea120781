package io.parquetry.connect.source.metrics;

import io.parquetry.connect.common.metrics.NamedFigure;

/** The numbers that a task tells about itself. */
public enum Figure implements NamedFigure {
    FILES_BAD("files-bad-total", "Bad files that were skipped or put into quarantine, whole or in part."),
    STORAGE_FAILING("storage-failing", "1 while the storage fails and is tried again."),
    RETRIES("retries-total", "Times the storage was tried again.");

    private final String metric;
    private final String description;

    Figure(String metric, String description) {
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

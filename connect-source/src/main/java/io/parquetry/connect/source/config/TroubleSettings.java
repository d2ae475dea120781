package io.parquetry.connect.source.config;

import io.parquetry.connect.common.retry.RetrySettings;
import java.util.Objects;

/** What is done with files that are not as they should be, and with a storage that fails. */
public record TroubleSettings(long incompleteFileTimeoutMs, OnChangedFile onChangedFile, RetrySettings retry) {
    public TroubleSettings {
        Objects.requireNonNull(onChangedFile, "onChangedFile");
        Objects.requireNonNull(retry, "retry");
    }
}

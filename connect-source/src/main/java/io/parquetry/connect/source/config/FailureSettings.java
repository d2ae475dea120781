package io.parquetry.connect.source.config;

import io.parquetry.connect.common.retry.RetrySettings;
import java.util.Objects;
import java.util.Optional;

/**
 * What is done with files that are not as they should be, and with a storage that fails.
 *
 * @param quarantineDirectory where bad files are moved to, when they are moved
 * @param salvages whether the row groups of a bad file that are whole are sent
 */
public record FailureSettings(
        OnBadFile onBadFile,
        Optional<String> quarantineDirectory,
        boolean salvages,
        long incompleteFileTimeoutMs,
        OnChangedFile onChangedFile,
        RetrySettings retry) {
    public FailureSettings {
        Objects.requireNonNull(onBadFile, "onBadFile");
        Objects.requireNonNull(quarantineDirectory, "quarantineDirectory");
        Objects.requireNonNull(onChangedFile, "onChangedFile");
        Objects.requireNonNull(retry, "retry");
    }
}

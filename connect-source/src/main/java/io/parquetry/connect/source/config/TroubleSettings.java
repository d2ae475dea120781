package io.parquetry.connect.source.config;

import java.util.Objects;

/** What is done with files that are not as they should be. */
public record TroubleSettings(long incompleteFileTimeoutMs, OnChangedFile onChangedFile) {
    public TroubleSettings {
        Objects.requireNonNull(onChangedFile, "onChangedFile");
    }
}

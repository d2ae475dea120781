package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of a file after all of it was sent.
 *
 * @param finishedDirectory where it is moved to, when it is moved
 */
public record FinishSettings(OnFinish onFinish, Optional<String> finishedDirectory) {
    public FinishSettings {
        Objects.requireNonNull(onFinish, "onFinish");
        Objects.requireNonNull(finishedDirectory, "finishedDirectory");
    }
}

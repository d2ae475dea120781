package io.parquetry.format.internal.page;

import io.parquetry.format.metadata.WriterVersion;
import java.util.Optional;

/**
 * Whether {@code DataPageHeaderV2.is_compressed} can be believed. parquet-cpp, which is Arrow's before 3.0, wrote false
 * whether it compressed the page or not, and always compressed it if the chunk has a codec (ARROW-10353).
 */
public final class CompressionFlags {
    private CompressionFlags() {}

    /** Whether the writer that this {@code created_by} names says of compressed pages that they are not. */
    public static boolean areWrong(Optional<String> createdBy) {
        return createdBy
                .flatMap(WriterVersion::parse)
                .filter(writer -> writer.application().equals("parquet-cpp"))
                .isPresent();
    }
}

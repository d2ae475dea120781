package io.parquetry.format.file;

import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one column is written where it differs from its file ({@link WriterOptions#columns}).
 *
 * @param encoding how values stand in pages that have no dictionary; PLAIN when absent. A column that names one gets no
 *     dictionary, unless {@code dictionary} says so.
 * @param codec codec of the column's pages; the file's when absent
 * @param compressionLevel level of the codec; the file's when both are absent, else the codec's default
 * @param dictionary whether a dictionary is tried; as the file says when absent
 * @param bloomFilter the bloom filters of its chunks; none when absent
 */
public record ColumnOptions(
        Optional<Encoding> encoding,
        Optional<CompressionCodec> codec,
        OptionalInt compressionLevel,
        Optional<WriterOptions.Dictionary> dictionary,
        Optional<BloomFilterOptions> bloomFilter) {
    public ColumnOptions {
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(compressionLevel, "compressionLevel");
        Objects.requireNonNull(dictionary, "dictionary");
        Objects.requireNonNull(bloomFilter, "bloomFilter");
    }

    /** Starts from a column that is written as its file is. */
    public static Builder builder() {
        return new Builder();
    }

    /** Gathers options. */
    public static final class Builder {
        private Optional<Encoding> encoding = Optional.empty();
        private Optional<CompressionCodec> codec = Optional.empty();
        private OptionalInt compressionLevel = OptionalInt.empty();
        private Optional<WriterOptions.Dictionary> dictionary = Optional.empty();
        private Optional<BloomFilterOptions> bloomFilter = Optional.empty();

        private Builder() {}

        public Builder encoding(Encoding value) {
            encoding = Optional.of(value);
            return this;
        }

        public Builder codec(CompressionCodec value) {
            codec = Optional.of(value);
            return this;
        }

        public Builder compressionLevel(int value) {
            compressionLevel = OptionalInt.of(value);
            return this;
        }

        public Builder dictionary(WriterOptions.Dictionary value) {
            dictionary = Optional.of(value);
            return this;
        }

        public Builder bloomFilter(BloomFilterOptions value) {
            bloomFilter = Optional.of(value);
            return this;
        }

        public ColumnOptions build() {
            return new ColumnOptions(encoding, codec, compressionLevel, dictionary, bloomFilter);
        }
    }
}

package io.parquetry.format.file;

import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one column is written where it differs from its file ({@link WriterOptions#columns}).
 */
public final class ColumnOptions {
    private final Optional<Encoding> encoding;
    private final Optional<CompressionCodec> codec;
    private final OptionalInt compressionLevel;
    private final Optional<WriterOptions.Dictionary> dictionary;
    private final Optional<BloomFilterOptions> bloomFilter;

    private ColumnOptions(Builder from) {
        encoding = Objects.requireNonNull(from.encoding, "encoding");
        codec = Objects.requireNonNull(from.codec, "codec");
        compressionLevel = Objects.requireNonNull(from.compressionLevel, "compressionLevel");
        dictionary = Objects.requireNonNull(from.dictionary, "dictionary");
        bloomFilter = Objects.requireNonNull(from.bloomFilter, "bloomFilter");
    }

    /**
     * The encoding of values in pages without a dictionary; PLAIN when absent. A column with an encoding gets no
     * dictionary, unless {@code dictionary} asks for one.
     */
    public Optional<Encoding> encoding() {
        return encoding;
    }

    /** Codec of the column's pages; the file's when absent. */
    public Optional<CompressionCodec> codec() {
        return codec;
    }

    /** Level of the codec; the file's when both are absent, else the codec's default. */
    public OptionalInt compressionLevel() {
        return compressionLevel;
    }

    /** Whether a dictionary is tried; as the file says when absent. */
    public Optional<WriterOptions.Dictionary> dictionary() {
        return dictionary;
    }

    /** The bloom filters of its chunks; none when absent. */
    public Optional<BloomFilterOptions> bloomFilter() {
        return bloomFilter;
    }

    private List<Object> values() {
        return List.of(encoding, codec, compressionLevel, dictionary, bloomFilter);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "ColumnOptions" + values();
    }

    /** Starts from a column that is written as its file is. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.encoding = encoding;
        builder.codec = codec;
        builder.compressionLevel = compressionLevel;
        builder.dictionary = dictionary;
        builder.bloomFilter = bloomFilter;
        return builder;
    }

    /** Collects options. */
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
            return new ColumnOptions(this);
        }
    }
}

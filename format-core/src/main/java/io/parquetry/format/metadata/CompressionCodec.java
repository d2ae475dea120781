package io.parquetry.format.metadata;

import io.parquetry.format.UnsupportedFeatureException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How pages are compressed ({@code CompressionCodec} in parquet.thrift; the ordinal is the number there), and all that
 * options, messages and documents say of a codec.
 */
public enum CompressionCodec {
    UNCOMPRESSED(Support.WRITTEN, Readers.ALL, 1),
    /** A copy of 64 bytes takes 3. */
    SNAPPY(Support.WRITTEN, Readers.ALL, 22),
    /** A copy of 258 bytes takes 2 bits. */
    GZIP(Support.WRITTEN, Readers.ALL, 1032, new Levels(1, 9, 6, OptionalInt.empty())),
    LZO(Support.NONE, Readers.FEW, Integer.MAX_VALUE),
    BROTLI(Support.WRITTEN, Readers.MOST, Integer.MAX_VALUE, new Levels(0, 11, 5, OptionalInt.empty())),
    /** LZ4 in Hadoop's framing. Every byte of a length adds 255. */
    LZ4(Support.READ, Readers.FEW, 255),
    /** A block of 128 KiB takes 4 bytes. */
    ZSTD(Support.WRITTEN, Readers.ALL, 1 << 15, new Levels(-7, 22, 3, OptionalInt.of(1))),
    /** Every byte of a length adds 255. */
    LZ4_RAW(Support.WRITTEN, Readers.MOST, 255);

    private static final CompressionCodec[] BY_ID = values();

    private final Support support;
    private final Readers readers;
    private final int expansionMax;
    private final Optional<Levels> levels;

    /** What the engine does with a codec; one that it writes it reads, too. */
    private enum Support {
        NONE,
        READ,
        WRITTEN
    }

    /** How many other engines read a codec. */
    public enum Readers {
        FEW,
        MOST,
        ALL
    }

    /**
     * The levels of a codec: a higher one makes pages smaller and writing slower.
     *
     * @param usual the level where none is asked for
     * @param faster a lower level, for pages that it makes hardly larger than the usual one does, or no larger than one
     *     that is asked for
     */
    public record Levels(int least, int most, int usual, OptionalInt faster) {
        public boolean contain(int level) {
            return level >= least && level <= most;
        }
    }

    CompressionCodec(Support support, Readers readers, int expansionMax) {
        this(support, readers, expansionMax, null);
    }

    CompressionCodec(Support support, Readers readers, int expansionMax, Levels levels) {
        this.support = support;
        this.readers = readers;
        this.expansionMax = expansionMax;
        this.levels = Optional.ofNullable(levels);
    }

    /** The number on the wire. */
    public int id() {
        return ordinal();
    }

    /** The codec with this number. */
    public static CompressionCodec of(int id) {
        return known(id)
                .orElseThrow(() -> new UnsupportedFeatureException("unsupported: compression codec number " + id));
    }

    /** The codec with this number; empty where this version knows none. */
    public static Optional<CompressionCodec> known(int id) {
        return id < 0 || id >= BY_ID.length ? Optional.empty() : Optional.of(BY_ID[id]);
    }

    /** Whether pages with this codec can be read. */
    public boolean isRead() {
        return support != Support.NONE;
    }

    /** Whether pages with this codec can be written. */
    public boolean isWritten() {
        return support == Support.WRITTEN;
    }

    /** How many other engines read pages with this codec. */
    public Readers readers() {
        return readers;
    }

    /** The levels that a writer may choose from; empty for a codec without levels. */
    public Optional<Levels> levels() {
        return levels;
    }

    /** An upper bound of the bytes that one compressed byte may stand for. */
    public int expansionMax() {
        return expansionMax;
    }

    /** The name in configurations and commands, such as {@code lz4_raw}. */
    public String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The codecs that can be written. */
    public static List<CompressionCodec> written() {
        return Stream.of(BY_ID).filter(CompressionCodec::isWritten).toList();
    }

    /** The codecs that can be written and have levels. */
    public static List<CompressionCodec> withLevels() {
        return written().stream().filter(codec -> codec.levels.isPresent()).toList();
    }

    /** The codec with this name, in any case, if it can be written. */
    public static Optional<CompressionCodec> writtenAs(String name) {
        return written().stream()
                .filter(codec -> codec.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The names of some codecs for a message, such as {@code GZIP, BROTLI, ZSTD}. */
    public static String names(List<CompressionCodec> codecs) {
        return codecs.stream().map(CompressionCodec::name).collect(Collectors.joining(", "));
    }
}

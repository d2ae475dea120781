package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The compressors that a column chooses from for its data pages, all of one codec. For values that hardly repeat, such
 * as identifiers in hexadecimal digits, a faster level of ZSTD makes smaller pages than a slower one: copies of four or
 * five bytes, which it does not look for, take more bytes than they replace.
 *
 * @param fastestFirst the compressors, of which only a page that is smaller is worth a later one
 * @param growthShare a compressor may make a page larger than a later one does by one byte in so many
 */
public record CompressorChoice(List<Compressor> fastestFirst, int growthShare) {
    /** For a level that nobody asked for. */
    private static final int USUAL_GROWTH_SHARE = 100;

    /** For a level that was asked for: a faster one makes no page larger. */
    private static final int NO_GROWTH = Integer.MAX_VALUE;

    public CompressorChoice {
        fastestFirst = List.copyOf(fastestFirst);
    }

    /**
     * The compressors of a codec.
     *
     * @param level one of {@link CompressionCodec#levels}; absent, the usual one
     */
    public static CompressorChoice of(CompressionCodec codec, OptionalInt level) {
        Compressor wanted = Compressor.of(codec, level);
        OptionalInt faster = codec.levels().map(CompressionCodec.Levels::faster).orElse(OptionalInt.empty());
        if (faster.isEmpty() || level.isPresent() && level.getAsInt() <= faster.getAsInt()) {
            return new CompressorChoice(List.of(wanted), NO_GROWTH);
        }
        List<Compressor> compressors = new ArrayList<>(List.of(Compressor.of(codec, faster), wanted));
        if (level.isEmpty()) {
            return new CompressorChoice(compressors, USUAL_GROWTH_SHARE);
        }
        wanted.withLongCopies().ifPresent(compressors::add);
        return new CompressorChoice(compressors, NO_GROWTH);
    }

    public int size() {
        return fastestFirst.size();
    }

    /** The one at a place in the order. */
    public Compressor compressor(int place) {
        return fastestFirst.get(place);
    }

    /** Whether a page of the first size is so much larger than one of the second size that a slower compressor pays. */
    public boolean isWorthIt(int bytes, int slowerBytes) {
        return bytes > slowerBytes + slowerBytes / growthShare;
    }
}

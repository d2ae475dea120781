package io.parquetry.format.internal.thrift;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.BloomFilterHeader;
import java.util.Optional;

/** {@code BloomFilterHeader}, which is stored before the bitset; its own length is not stored. */
public final class BloomFilterHeaderThrift {
    private static final long REQUIRED = CompactReader.fields(1, 2, 3, 4);

    private BloomFilterHeaderThrift() {}

    /** Reads a header; empty if the bytes end before the header. */
    public static Optional<BloomFilterHeader> read(CompactReader in) {
        try {
            return Optional.of(readWhole(in));
        } catch (CorruptFileException e) {
            if (in.exhausted()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static BloomFilterHeader readWhole(CompactReader in) {
        int bytes = 0;
        int algorithmId = 0;
        int hashId = 0;
        int compressionId = 0;
        in.beginStruct("BloomFilterHeader");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> bytes = in.fieldCount32();
                case 2 -> algorithmId = in.fieldUnion("BloomFilterAlgorithm");
                case 3 -> hashId = in.fieldUnion("BloomFilterHash");
                case 4 -> compressionId = in.fieldUnion("BloomFilterCompression");
                default -> in.skip();
            }
        }
        in.require("BloomFilterHeader", REQUIRED);
        return new BloomFilterHeader(bytes, algorithmId, hashId, compressionId);
    }

    public static void write(BloomFilterHeader header, CompactWriter out) {
        out.beginStruct();
        out.i32(1, header.bytes());
        out.union(2, header.algorithmId());
        out.union(3, header.hashId());
        out.union(4, header.compressionId());
        out.endStruct();
    }
}

package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.thrift.BloomFilterHeaderThrift;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.CompactReader;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.internal.thrift.PageHeaderThrift;

/** The first byte chooses a struct; the others are a page header, an index or a bloom filter header. */
public final class StructsTarget {
    private StructsTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        int length = data.length - 1;
        try {
            switch (data[0] & 3) {
                case 0 -> PageHeaderThrift.read(new CompactReader("page header", data, 1, length));
                case 1 -> ColumnIndexThrift.read(data, 1, length);
                case 2 -> OffsetIndexThrift.read(data, 1, length);
                default -> BloomFilterHeaderThrift.read(new CompactReader("bloom filter header", data, 1, length));
            }
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            Refusals.requireReason(e);
        }
    }
}

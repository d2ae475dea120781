package io.parquetry.connect.source;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Damages the bytes of a file. */
final class Damage {
    private Damage() {}

    /** Flips one bit of a data page. */
    static byte[] flippedBit(byte[] content, int rowGroup, String column, int page) {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("memory", content), ReaderOptions.DEFAULT)) {
            LeafColumn leaf = reader.schema().leaves().stream()
                    .filter(candidate -> candidate.dottedPath().equals(column))
                    .findFirst()
                    .orElseThrow();
            ParquetReader.Page hit = reader.pages(rowGroup, leaf).stream()
                    .filter(any -> !(any.header().content() instanceof PageHeader.Dictionary))
                    .skip(page)
                    .findFirst()
                    .orElseThrow();
            byte[] damaged = content.clone();
            damaged[(int) hit.offset() + hit.headerBytes() + 1] ^= 0x04;
            return damaged;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] truncated(byte[] content) {
        return Arrays.copyOf(content, content.length * 2 / 3);
    }

    /** Replaces the last four bytes. */
    static byte[] otherEnd(byte[] content, String magic) {
        byte[] damaged = content.clone();
        for (int i = 0; i < 4; i++) {
            damaged[content.length - 4 + i] = (byte) magic.charAt(i);
        }
        return damaged;
    }

    /** Replaces the first four bytes. */
    static byte[] otherBeginning(byte[] content) {
        byte[] damaged = content.clone();
        Arrays.fill(damaged, 0, 4, (byte) 'X');
        return damaged;
    }

    /** Overwrites bytes of the footer. */
    static byte[] brokenFooter(byte[] content) {
        byte[] damaged = content.clone();
        Arrays.fill(damaged, content.length - 60, content.length - 8, (byte) 0x55);
        return damaged;
    }

    /** Replaces the codec of a column's first chunk, which stands behind its path in the footer. */
    static byte[] otherCodec(byte[] content, char column, int codec) {
        byte[] damaged = content.clone();
        byte[] path = {0x18, 1, (byte) column, 0x15};
        for (int i = 0; i < content.length - path.length; i++) {
            if (Arrays.equals(content, i, i + path.length, path, 0, path.length)) {
                damaged[i + path.length] = (byte) (codec << 1);
                return damaged;
            }
        }
        throw new AssertionError("no column " + column);
    }
}

package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes as the footer of a file without pages. */
public final class FooterTarget {
    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

    private FooterTarget() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(data.length + 12).order(ByteOrder.LITTLE_ENDIAN);
        file.put(MAGIC).put(data).putInt(data.length).put(MAGIC);
        MemoryInputFile in = new MemoryInputFile("fuzzed", file.array());
        try (ParquetReader reader = ParquetReader.open(in, ReaderOptions.DEFAULT)) {
            Shape.of(reader.schema()).leaves();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            Refusals.requireReason(e);
        }
    }
}

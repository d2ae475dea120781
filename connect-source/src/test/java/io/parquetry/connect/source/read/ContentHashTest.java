package io.parquetry.connect.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.TestTree;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The hash covers every byte of the column chunks once, in whatever order and parts they are read. */
class ContentHashTest {
    private final byte[] content = TestTree.foreign(1_000);

    private static ParquetReader open(byte[] bytes) throws IOException {
        return ParquetReader.open(new MemoryInputFile("memory", bytes), ReaderOptions.DEFAULT);
    }

    private ContentHash begin() throws IOException {
        try (ParquetReader reader = open(content)) {
            return ContentHash.of(reader, Projection.ALL).orElseThrow();
        }
    }

    private static Optional<String> whole(byte[] bytes) throws IOException {
        try (ParquetReader reader = open(bytes);
                MemoryInputFile file = new MemoryInputFile("memory", bytes)) {
            ContentHash hash = ContentHash.of(reader, Projection.ALL).orElseThrow();
            hash.readAll(file, new byte[100], () -> {});
            return hash.value();
        }
    }

    private ColumnChunkMetadata chunk(int column) throws IOException {
        try (ParquetReader reader = open(content)) {
            return reader.metadata().rowGroups().get(0).columns().get(column);
        }
    }

    @Test
    void theOrderAndTheSizeOfReadsDoNotMatter() throws IOException {
        String expected = whole(content).orElseThrow();
        assertThat(expected).matches("[0-9a-f]{32}");
        long second = chunk(1).offsets().firstPage();
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            ContentHash hash = begin();
            int a = 0;
            int b = (int) second;
            while (a < second || b < content.length) {
                boolean isFirst = b >= content.length || a < second && random.nextBoolean();
                int position = Math.max(0, (isFirst ? a : b) - random.nextInt(20));
                int length = Math.min(1 + random.nextInt(200), content.length - position);
                byte[] buffer = new byte[length + 7];
                System.arraycopy(content, position, buffer, 7, length);
                hash.add(position, buffer, 7, length);
                a = isFirst ? Math.max(a, position + length) : a;
                b = isFirst ? b : Math.max(b, position + length);
            }
            assertThat(hash.value()).as("seed %s", seed).contains(expected);
        }
    }

    @Test
    void everyByteOfAColumnMatters() throws IOException {
        String expected = whole(content).orElseThrow();
        for (int column = 0; column < 2; column++) {
            long begin = chunk(column).offsets().firstPage();
            for (long at = begin; at < begin + chunk(column).bytes().compressed(); at++) {
                byte[] other = content.clone();
                other[(int) at] ^= 1;
                assertThat(whole(other)).as("byte %s", at).isPresent().isNotEqualTo(Optional.of(expected));
            }
        }
    }

    @Test
    void aByteThatIsPassedOverLeavesNoHash() throws IOException {
        for (int gap : new int[] {4, content.length / 3}) {
            ContentHash hash = begin();
            hash.add(0, content, 0, gap);
            hash.add(gap + 1, content, gap + 1, content.length - gap - 1);
            assertThat(hash.value()).isEmpty();
        }
    }

    @Test
    void aHashThatIsRestartedForgetsWhatWasRead() throws IOException {
        ContentHash hash = begin();
        hash.add(0, new byte[content.length], 0, content.length);
        assertThat(hash.value()).isPresent();

        hash.restart();
        assertThat(hash.value()).isEmpty();
        hash.add(0, content, 0, content.length);

        assertThat(hash.value()).isEqualTo(whole(content));
    }

    private boolean isReadFrom(ContentHash read, byte[] bytes) throws IOException {
        try (MemoryInputFile file = new MemoryInputFile("memory", bytes)) {
            return read.isReadFrom(file, new byte[100], () -> {});
        }
    }

    @Test
    void anotherFileHasWhatWasReadIfItsBytesAreTheSameUpToThere() throws IOException {
        long begin = chunk(0).offsets().firstPage();
        for (int readTo : new int[] {0, 10, content.length / 3, content.length}) {
            ContentHash read = begin();
            read.add(0, content, 0, readTo);
            assertThat(isReadFrom(read, content)).isTrue();
            for (int at : new int[] {4, 9, 10, content.length / 3 - 1, content.length / 3}) {
                byte[] other = content.clone();
                other[at] ^= 1;
                assertThat(isReadFrom(read, other)).isEqualTo(at >= readTo || at < begin);
            }
        }
    }

    @Test
    void bytesThatWerePassedOverMayDiffer() throws IOException {
        int gap = content.length / 3;
        ContentHash read = begin();
        read.add(0, content, 0, gap);
        read.add(gap + 2, content, gap + 2, 1);
        for (int at = gap - 2; at < gap + 5; at++) {
            byte[] other = content.clone();
            other[at] ^= 1;
            assertThat(isReadFrom(read, other))
                    .as("byte %s after the gap", at - gap)
                    .isEqualTo(at >= gap && at != gap + 2);
        }
        assertThat(isReadFrom(read, content)).isTrue();
    }

    @Test
    void bytesThatAreReadAfterThoseBehindThemCount() throws IOException {
        int gap = content.length / 3;
        ContentHash read = begin();
        read.add(gap, content, gap, 5);
        read.add(gap - 3, content, gap - 3, 5);
        for (int at = gap - 5; at < gap + 7; at++) {
            byte[] other = content.clone();
            other[at] ^= 1;
            assertThat(isReadFrom(read, other)).as("byte %s", at).isEqualTo(at < gap - 3 || at >= gap + 5);
        }
    }

    @Test
    void afterTooManySeeksNothingIsKnown() throws IOException {
        ContentHash read = begin();
        for (int at = content.length / 3; at > content.length / 3 - 30; at -= 10) {
            read.add(at, content, at, 5);
        }

        assertThat(isReadFrom(read, content)).isFalse();
    }
}

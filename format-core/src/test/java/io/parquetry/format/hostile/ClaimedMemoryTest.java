package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a schema claims takes neither more memory nor more time than its bytes account for. */
class ClaimedMemoryTest {
    private static long allocated(Runnable code) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        code.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Groups within each other, each with so many fields, and in the last of them columns. */
    private static byte[] schemaOnly(int depth, int elements, UnaryOperator<Integer> children) {
        Footer footer = new Footer().field(1, Thrift.I32).number(1).field(1, Thrift.LIST);
        footer.bytes.write(0xF0 | Thrift.STRUCT);
        footer.varint(elements);
        int left = elements - 1;
        footer.field(4, Thrift.BINARY)
                .varint(0)
                .field(1, Thrift.I32)
                .number(children.apply(left))
                .stop();
        for (int level = 0; level < depth; level++) {
            left--;
            int fields = level == depth - 1 ? left : children.apply(left);
            footer.field(3, Thrift.I32).number(0).field(1, Thrift.BINARY).varint(0);
            footer.field(1, Thrift.I32).number(fields).stop();
        }
        for (int column = 0; column < left; column++) {
            byte[] name = Integer.toString(column).getBytes(StandardCharsets.US_ASCII);
            footer.field(1, Thrift.I32).number(1).field(2, Thrift.I32).number(0);
            footer.field(1, Thrift.BINARY).varint(name.length).bytes.writeBytes(name);
            footer.stop();
        }
        footer.field(1, Thrift.I64).number(0).field(1, Thrift.LIST);
        footer.bytes.write(Thrift.STRUCT);
        return footer.stop().file();
    }

    /** Writes fields of Thrift structs. */
    private static final class Footer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Footer field(int idDelta, int type) {
            bytes.write(idDelta << 4 | type);
            return this;
        }

        Footer number(long value) {
            return varint(value << 1);
        }

        Footer varint(long value) {
            long left = value;
            for (; left > 0x7F; left >>>= 7) {
                bytes.write((int) left & 0x7F | 0x80);
            }
            bytes.write((int) left);
            return this;
        }

        Footer stop() {
            bytes.write(0);
            return this;
        }

        byte[] file() {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.writeBytes(FileLayout.MAGIC);
            file.writeBytes(bytes.toByteArray());
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                file.write(bytes.size() >>> shift);
            }
            file.writeBytes(FileLayout.MAGIC);
            return file.toByteArray();
        }
    }

    private static void open(byte[] file) {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            assertThat(reader.metadata().rows()).isZero();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nestedGroupsThatEachClaimAllFieldsTakeTheMemoryOfOne() {
        byte[] file = schemaOnly(240, 200_000, left -> left);

        long bytes = allocated(() -> assertThatThrownBy(() -> open(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("children, but the list ends after 1"));

        assertThat(bytes).isLessThan(150L << 20);
    }

    @Test
    void columnsFarBelowTheRootCountWithTheirPaths() {
        byte[] file = schemaOnly(240, 300_000, left -> 1);

        assertThatThrownBy(() -> open(file))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("the footer claims a memory of");
        open(schemaOnly(240, 30_000, left -> 1));
    }

    @Test
    @Timeout(30)
    void manyColumnsWithTheNamesOfVariantsAreNotSoughtOneByOne() throws IOException {
        StringBuilder text = new StringBuilder("message m { ");
        for (int group = 0; group < 100_000; group++) {
            text.append("required group g").append(group).append(" { required binary value; } ");
        }
        MemoryOutputFile out = new MemoryOutputFile("wide");
        FileLayout.writeMagic(out);
        MessageType wide = MessageType.parse(text.append('}').toString());
        FileLayout.writeFooter(
                out, FileMetadata.builder().version(1).schema(wide).rows(0).build());

        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            assertThat(reader.records(PlainRecords.builder()).next()).isFalse();
        }
    }
}

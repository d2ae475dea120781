package io.parquetry.format.internal.column.write;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.compression.CompressorChoice;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.schema.MessageType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A page whose cut has failed half way is in no file, whatever the caller does next. */
class ColumnChunkWriterTest {
    private static final int PAGE_ROWS = 1;

    /** A page is counted before it is compressed, which fails here, as for want of memory. */
    @Test
    void noPageIsCutAfterOneThatWasNotFinished() {
        MessageType schema = MessageType.parse("message m { required int32 id; }");
        PageWriter failing = new PageWriter(
                PageType.DATA_PAGE,
                Compressor.of(CompressionCodec.UNCOMPRESSED, OptionalInt.empty()),
                new CompressorChoice(List.of(), 1),
                HelperPool.OF_PROCESS);
        ChunkSettings settings = new ChunkSettings(
                1024, PAGE_ROWS, 0, ValueOrder.INT32_SIGNED, List.of(Encoding.PLAIN), Optional.empty());
        IntColumnWriter column = (IntColumnWriter)
                new ColumnChunkWriters(schema, List.of(settings), List.of(failing), new SchemaEncodingHints())
                        .create(schema.leaves().get(0));
        column.add(0, 1);

        assertThatThrownBy(() -> column.add(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        column.rollBack(1);

        assertThatThrownBy(() -> column.add(0, 2))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("column id: a page was not finished");
        assertThatThrownBy(column::endPages).isInstanceOf(UsageException.class);
    }
}

package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.format.ParquetException;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.host.CoreReservation;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Pages may be compressed and decompressed on cores that are spare. Files are the same byte for byte whether there are
 * any, and what a writer says that it holds is never less than with none, and the same once it has been asked for the
 * file's length. Readers give the same rows, and after them the same error. The build gives tests two processors on
 * every machine.
 */
class HelperPoolTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message record {
              required binary id (STRING);
              required int64 number;
              optional double ratio;
              required boolean flag;
              optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
            }""");

    /** What a writer gave and said. */
    private record Written(byte[] file, List<Long> lengths, List<Long> heldMeanwhile, List<Long> heldAfterLooks) {}

    private static Map<String, Object> record(Random random) {
        return Map.of(
                "id",
                new UUID(random.nextLong(), random.nextLong()).toString(),
                "number",
                random.nextLong(1_000_000),
                "ratio",
                random.nextInt(100) / 10.0,
                "flag",
                random.nextBoolean(),
                "tags",
                List.of("a" + random.nextInt(1_000), "b" + random.nextInt()));
    }

    private static Written write(WriterOptions options, int rows, int rowsBetweenLooks, long seed) throws IOException {
        Random random = new Random(seed);
        MemoryOutputFile out = new MemoryOutputFile("file");
        Written written = new Written(new byte[0], new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (int row = 1; row <= rows; row++) {
                writer.write(record(random));
                written.heldMeanwhile().add(writer.retainedBytes());
                if (row % rowsBetweenLooks == 0) {
                    written.lengths().add(writer.fileBytes());
                    written.heldAfterLooks().add(writer.retainedBytes());
                }
            }
            writer.finish();
        }
        return new Written(out.toByteArray(), written.lengths(), written.heldMeanwhile(), written.heldAfterLooks());
    }

    private interface Work<T> {
        T done() throws IOException;
    }

    private static <T> T onOneCore(Work<T> work) throws IOException {
        List<CoreReservation> all = new ArrayList<>();
        try {
            for (int core = 0; core < Runtime.getRuntime().availableProcessors(); core++) {
                all.add(CoreReservation.take());
            }
            return work.done();
        } finally {
            all.forEach(CoreReservation::close);
        }
    }

    private static Written writeOnOneCore(WriterOptions options, int rows, int rowsBetweenLooks, long seed)
            throws IOException {
        return onOneCore(() -> write(options, rows, rowsBetweenLooks, seed));
    }

    /** The rows that a file gives, and at last the error, if there is one. */
    private static List<Object> read(byte[] file, RecordQuery query) throws IOException {
        List<Object> rows = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), query);
            while (cursor.next()) {
                rows.add(RandomRecords.comparable(cursor.record()));
            }
        } catch (ParquetException e) {
            rows.add(e.getMessage());
        }
        return rows;
    }

    private static WriterOptions options(Random random) {
        CompressionCodec[] codecs = {
            CompressionCodec.ZSTD, CompressionCodec.SNAPPY, CompressionCodec.GZIP, CompressionCodec.UNCOMPRESSED
        };
        boolean sorted = random.nextInt(5) == 0;
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(codecs[random.nextInt(codecs.length)])
                .pageVersion(random.nextBoolean() ? PageVersion.V1 : PageVersion.V2)
                .pageBytesMax(20_000 << random.nextInt(4))
                .pageRowsMax(2_000 << random.nextInt(4))
                .rowGroupBytesMax(150_000L << random.nextInt(5));
        return (sorted ? options.sort(List.of(new SortedBy("number", Direction.ASCENDING, Nulls.FIRST))) : options)
                .build();
    }

    @Property(tries = 30)
    void filesAreTheSame(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        WriterOptions options = options(random);
        int rows = 5_000 + random.nextInt(15_000);
        int rowsBetweenLooks = 500 + random.nextInt(10_000);

        Written alone = writeOnOneCore(options, rows, rowsBetweenLooks, seed);
        Written helped = write(options, rows, rowsBetweenLooks, seed);

        assertThat(helped.file()).isEqualTo(alone.file());
        assertThat(helped.lengths()).isEqualTo(alone.lengths());
        assertThat(helped.heldAfterLooks()).isEqualTo(alone.heldAfterLooks());
        for (int row = 0; row < rows; row++) {
            assertThat(helped.heldMeanwhile().get(row))
                    .isGreaterThanOrEqualTo(alone.heldMeanwhile().get(row));
        }
    }

    @Property(tries = 30)
    void rowsAndErrorsAreTheSame(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int rows = 5_000 + random.nextInt(15_000);
        byte[] file = write(options(random), rows, Integer.MAX_VALUE, seed).file();
        RecordQuery query = RecordQuery.ALL.fromRow(random.nextInt(3) == 0 ? random.nextInt(rows) : 0);
        if (random.nextInt(3) == 0) {
            int from = random.nextInt(1_000_000);
            query = query.where(Filter.parse("number >= " + from + " AND number < " + (from + random.nextInt(20_000))));
        }
        for (int damages = random.nextInt(3); damages > 0; damages--) {
            file[4 + random.nextInt(file.length / 2)] ^= (byte) (1 + random.nextInt(255));
        }
        RecordQuery asked = query;

        List<Object> alone = onOneCore(() -> read(file, asked));

        assertThat(read(file, asked)).isEqualTo(alone);
    }

    @Test
    void pagesAreCompressedElsewhereUnlessEveryCoreIsTaken() throws IOException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "this machine has one core, so none to spare");
        WriterOptions options = WriterOptions.builder().build();

        assertThat(more(writeOnOneCore(options, 60_000, 100_000, 1), writeOnOneCore(options, 60_000, 100_000, 1)))
                .isFalse();
        Written alone = writeOnOneCore(options, 60_000, 100_000, 1);
        boolean isHelped = false;
        for (int tries = 0; tries < 50 && !isHelped; tries++) {
            isHelped = more(write(options, 60_000, 100_000, 1), alone);
        }
        assertThat(isHelped).isTrue();
    }

    /**
     * Whether one ever held more than the other, which it does while a page waits for another core; but not if that
     * core compresses each page while this thread waits for its own.
     */
    private static boolean more(Written one, Written other) {
        for (int row = 0; row < one.heldMeanwhile().size(); row++) {
            if (one.heldMeanwhile().get(row) > other.heldMeanwhile().get(row)) {
                return true;
            }
        }
        return false;
    }
}

package io.parquetry.format.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A column whose dictionary did not pay goes without one for 1 row group, then 3, 7 and 15, be they of one file or of
 * files that share hints; one that pays again is used again. Few values, other schemas and other hints say nothing.
 */
class EncodingHintsTest {
    private static final MessageType SCHEMA = schemaOf("value");
    private static final int TELLING_ROWS = 2_000;
    private static final int FEW_ROWS = 400;

    private static final LongUnaryOperator DISTINCT = row -> row * 7_919;
    private static final LongUnaryOperator REPEATED = row -> row % 10;

    private static MessageType schemaOf(String column) {
        return new MessageType("record", List.of(PrimitiveType.of(column, Repetition.REQUIRED, PhysicalType.INT64)));
    }

    private record Written(byte[] bytes, List<Boolean> dictionaries) {}

    private static Written write(MessageType schema, EncodingHints hints, int rows, LongUnaryOperator... rowGroups)
            throws IOException {
        String column = schema.leaves().get(0).dottedPath();
        MemoryOutputFile out = new MemoryOutputFile("file");
        List<Boolean> dictionaries = new ArrayList<>();
        WriterOptions options = WriterOptions.builder().encodingHints(hints).build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (LongUnaryOperator values : rowGroups) {
                for (int row = 0; row < rows; row++) {
                    writer.write(Map.of(column, values.applyAsLong(row)));
                }
                writer.flushRowGroup();
            }
            for (RowGroupMetadata rowGroup : writer.finish().rowGroups()) {
                ColumnChunkMetadata chunk = rowGroup.columns().get(0);
                dictionaries.add(chunk.encodingIds().contains(Encoding.RLE_DICTIONARY.id()));
            }
        }
        return new Written(out.toByteArray(), dictionaries);
    }

    private static boolean hasDictionary(EncodingHints hints, int rows, LongUnaryOperator values) throws IOException {
        return write(SCHEMA, hints, rows, values).dictionaries().get(0);
    }

    @Test
    void theNextFileGoesWithoutAndTheOneAfterItTriesAgain() throws IOException {
        EncodingHints hints = new EncodingHints();
        assertThat(hasDictionary(hints, TELLING_ROWS, DISTINCT)).isFalse();
        assertThat(hasDictionary(hints, TELLING_ROWS, REPEATED)).isFalse();
        assertThat(hasDictionary(hints, TELLING_ROWS, REPEATED)).isTrue();
        assertThat(hasDictionary(hints, TELLING_ROWS, REPEATED)).isTrue();
        assertThat(hasDictionary(new EncodingHints(), TELLING_ROWS, REPEATED)).isTrue();
    }

    @Test
    void rowGroupsOfOneFileRememberEachOther() throws IOException {
        assertThat(write(SCHEMA, new EncodingHints(), TELLING_ROWS, DISTINCT, REPEATED, REPEATED, DISTINCT)
                        .dictionaries())
                .containsExactly(false, false, true, false);
    }

    @Test
    void decisionsBecomeFewerAndNeverEnd() throws IOException {
        List<Integer> waits = new ArrayList<>();
        for (int refusals = 1; refusals <= 6; refusals++) {
            EncodingHints hints = new EncodingHints();
            for (int past = 0; past < refusals; past++) {
                refuseAndWait(hints, past);
            }
            int followers = 0;
            while (!hasDictionary(hints, TELLING_ROWS, REPEATED)) {
                followers++;
            }
            waits.add(followers);
        }
        assertThat(waits).containsExactly(1, 3, 7, 15, 15, 15);
    }

    /** Lets the waiting time pass that {@code past} refusals brought about, and adds another. */
    private static void refuseAndWait(EncodingHints hints, int past) throws IOException {
        int followers = past == 0 ? 0 : Math.min(15, (1 << past) - 1);
        for (int i = 0; i <= followers; i++) {
            assertThat(hasDictionary(hints, TELLING_ROWS, DISTINCT)).isFalse();
        }
    }

    @Test
    void fewValuesSayNothingOfOtherFiles() throws IOException {
        EncodingHints hints = new EncodingHints();
        assertThat(hasDictionary(hints, FEW_ROWS, DISTINCT)).isFalse();
        assertThat(hasDictionary(hints, TELLING_ROWS, REPEATED)).isTrue();
    }

    @Test
    void schemasHaveTheirOwnHintsAndEqualOnesTheSame() throws IOException {
        EncodingHints hints = new EncodingHints();
        write(SCHEMA, hints, TELLING_ROWS, DISTINCT);
        assertThat(write(schemaOf("other"), hints, TELLING_ROWS, REPEATED).dictionaries())
                .containsExactly(true);
        assertThat(write(schemaOf("value"), hints, TELLING_ROWS, REPEATED).dictionaries())
                .containsExactly(false);
    }

    @Test
    void theSamePastGivesTheSameBytes() throws IOException {
        EncodingHints one = new EncodingHints();
        EncodingHints other = new EncodingHints();
        for (LongUnaryOperator values : List.of(DISTINCT, REPEATED, REPEATED, DISTINCT, DISTINCT)) {
            assertThat(write(SCHEMA, one, TELLING_ROWS, values).bytes())
                    .isEqualTo(write(SCHEMA, other, TELLING_ROWS, values).bytes());
        }
    }
}

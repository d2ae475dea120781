package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.encoding.LevelsDecoder;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;

/**
 * The levels and values of the data page that a {@link PageReader} is at (README.md of the format, "Data Pages"):
 *
 * <pre>
 * V1, decompressed:  [length (4 bytes), repetition levels] [length (4 bytes), definition levels] values
 * V2:                [repetition levels] [definition levels] values, which alone are compressed
 * </pre>
 *
 * <p>A page has levels only where the column's maximum is above 0. The rows and nulls that a header of V2 claims are
 * not read: writers have got them wrong, and the levels say them. One object serves all pages of a column in turn.
 */
public final class DataPage {
    private final LevelsDecoder repetition;
    private final LevelsDecoder definition;
    private final boolean repeated;
    private final boolean optional;
    private int entries;
    private Encoding encoding = Encoding.PLAIN;
    private byte[] bytes = {};
    private int from;
    private int to;

    DataPage(LeafColumn leaf) {
        repeated = leaf.maxRepetitionLevel() > 0;
        optional = leaf.maxDefinitionLevel() > 0;
        repetition = LevelsDecoder.ofRepetition(Math.max(1, leaf.maxRepetitionLevel()));
        definition = LevelsDecoder.ofDefinition(Math.max(1, leaf.maxDefinitionLevel()));
    }

    void startV1(PageHeader.DataV1 header, byte[] page, int start, int end) {
        entries = header.entries();
        encoding = Encoding.of(header.encodingId());
        int at = start;
        if (repeated && entries > 0) {
            at = startLevels(repetition, "repetition", header.repetitionEncodingId(), page, at, end);
        }
        if (optional && entries > 0) {
            at = startLevels(definition, "definition", header.definitionEncodingId(), page, at, end);
        }
        values(page, at, end);
    }

    private int startLevels(LevelsDecoder levels, String kind, int encodingId, byte[] page, int at, int end) {
        if (encodingId == Encoding.BIT_PACKED.id()) {
            return levels.startBitPacked(page, at, end, entries);
        }
        if (encodingId != Encoding.RLE.id()) {
            throw new UnsupportedFeatureException("unsupported: encoding "
                    + Encoding.known(encodingId).map(Encoding::name).orElse("number " + encodingId) + " for " + kind
                    + " levels");
        }
        int length = end - at < Integer.BYTES ? -1 : LittleEndian.intAt(page, at);
        int first = at + Integer.BYTES;
        if (length < 0 || length > end - first) {
            throw new CorruptFileException("the " + kind + " levels have length " + length + ", but only "
                    + Math.max(0, end - first) + " bytes of the page are left");
        }
        levels.start(page, first, first + length);
        return first + length;
    }

    /** The levels are in {@code page} from {@code start} on; their lengths have been checked. */
    void startV2(PageHeader.DataV2 header, byte[] page, int start) {
        entries = header.entries();
        encoding = Encoding.of(header.encodingId());
        int definitionStart = start + header.repetitionBytes();
        if (repeated) {
            startRepetition(header, page, start);
        }
        if (optional) {
            definition.start(page, definitionStart, definitionStart + header.definitionBytes());
        }
    }

    /** The repetition levels alone, which are in {@code page} from {@code start} on; their length has been checked. */
    LevelsDecoder startRepetition(PageHeader.DataV2 header, byte[] page, int start) {
        repetition.start(page, start, start + header.repetitionBytes());
        return repetition;
    }

    /** The values are the rest of the range; empty pages may have no bytes at all. */
    void values(byte[] array, int start, int end) {
        bytes = array;
        from = start;
        to = end;
    }

    /** Values and nulls together. */
    public int entries() {
        return entries;
    }

    public Encoding encoding() {
        return encoding;
    }

    /** Meaningful for columns that are repeated. */
    public LevelsDecoder repetition() {
        return repetition;
    }

    /** Meaningful for columns that are not required all the way. */
    public LevelsDecoder definition() {
        return definition;
    }

    /** The array with the encoded values, from {@link #from()} to {@link #to()}. */
    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }
}

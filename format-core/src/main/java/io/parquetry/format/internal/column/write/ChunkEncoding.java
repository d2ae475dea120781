package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.column.write.ColumnHints.EncodingDecision;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.metadata.Encoding;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * The encoding of a chunk's values that are not dictionary-coded: the only one that they may have, the one of the hint,
 * or the one in which the first page was measured to be the smallest. What the chunk decides, also about its
 * dictionary, is the hint for later chunks.
 */
final class ChunkEncoding {
    /** The sizes of a page with fewer values say little about the next ones. */
    private static final int MEASURED_VALUES_MIN = 256;

    private final List<Encoding> encodings;
    private final boolean isCompressed;
    private final Hint<EncodingDecision> hint;
    private Encoding chosen;
    private boolean hintIsUsed;
    private boolean measurementIsPending;
    private boolean decides;
    /** What later chunks know, from this one or from the hint that it follows; null while that is nothing. */
    private EncodingDecision known;

    ChunkEncoding(ColumnContext context) {
        this.encodings = context.settings().encodings();
        this.isCompressed = context.pages().codecId() != 0;
        this.hint = context.hints().encoding();
        startChunk();
    }

    void startChunk() {
        chosen = encodings.get(0);
        hintIsUsed = false;
        measurementIsPending = false;
        decides = false;
        known = null;
    }

    Encoding chosen() {
        return chosen;
    }

    /**
     * Counts the chunk in the hint and does what the hint says, when called for the first time in a chunk.
     *
     * @return whether to go on without a dictionary, because the hint says so
     */
    boolean useHint() {
        if (hintIsUsed) {
            return false;
        }
        hintIsUsed = true;
        if (hint.startChunk()) {
            decides = true;
            measurementIsPending = encodings.size() > 1;
            return false;
        }
        known = hint.decision();
        if (encodings.contains(known.values())) {
            chosen = known.values();
        }
        return !known.dictionary();
    }

    /** Whether a page of the chunk is to be measured in each encoding, and no page has been. */
    boolean measurementIsPending() {
        return measurementIsPending;
    }

    /** @param values of the open page */
    boolean measurementIsDue(int values) {
        return measurementIsPending && values >= MEASURED_VALUES_MIN;
    }

    /** Whether the chunk is to find out what its codec makes of its dictionary. */
    boolean decidesByCodec() {
        return decides && isCompressed;
    }

    /**
     * Measures the values of the open page in each encoding, and chooses the smallest.
     *
     * @param pageBytes the compressed size of the page whose values are appended
     * @return the smallest of these sizes
     */
    int measure(ValueBuffer values, ToIntFunction<Consumer<ByteAppender>> pageBytes) {
        MeasuredEncoding smallest = MeasuredEncoding.smallest(encodings, values, pageBytes);
        chosen = smallest.encoding();
        measurementIsPending = false;
        return smallest.bytes();
    }

    /** Measures no page of the chunk. */
    void skipMeasurement() {
        measurementIsPending = false;
    }

    /** Leaves the decision to later chunks, unless a measurement is to come or they know it. */
    void teach(boolean dictionaryPays) {
        EncodingDecision decision = new EncodingDecision(dictionaryPays, chosen);
        if (!measurementIsPending && !decision.equals(known)) {
            hint.learn(decision);
            known = decision;
        }
    }
}

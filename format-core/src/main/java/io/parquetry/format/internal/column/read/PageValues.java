package io.parquetry.format.internal.column.read;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.encoding.DecodedValues;
import io.parquetry.format.internal.encoding.IndexDecoder;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.encoding.ValueDecoders;
import io.parquetry.format.internal.page.DataPage;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Decodes the values of one column's pages into its batch, in every encoding, and its dictionaries. */
final class PageValues {
    private final PrimitiveType type;
    private final ColumnBatch batch;
    private final ReadMemory memory;
    private long dictionaryReserved;
    private final Map<Encoding, ValueDecoder<DecodedValues>> decoders = new EnumMap<>(Encoding.class);
    private final IndexDecoder indexes = new IndexDecoder();
    private boolean hasDictionary;

    private DataPage page;
    private ValueDecoder<DecodedValues> decoder;
    private boolean started;

    PageValues(PrimitiveType type, ColumnBatch batch, ReadMemory memory) {
        this.type = type;
        this.batch = batch;
        this.memory = memory;
    }

    void forgetDictionary() {
        hasDictionary = false;
        batch.dictionarySize = 0;
    }

    /** Reads the dictionary page that {@code pages} is at. */
    void readDictionary(PageReader pages, PageHeader.Dictionary header) throws IOException {
        Encoding encoding = Encoding.of(header.encodingId());
        if (hasDictionary) {
            throw new CorruptFileException("the column chunk has a second dictionary page");
        }
        if (type.physicalType() == PhysicalType.BOOLEAN) {
            throw new CorruptFileException("a column of type BOOLEAN has a dictionary page");
        }
        // The values are PLAIN, whichever of the names of a dictionary's encoding a writer gives.
        if (encoding != Encoding.PLAIN
                && encoding != Encoding.PLAIN_DICTIONARY
                && encoding != Encoding.RLE_DICTIONARY) {
            throw new UnsupportedFeatureException("unsupported: encoding " + encoding + " for a dictionary page");
        }
        byte[] bytes = pages.dictionary();
        int length = bytes.length - ValueDecoder.SLACK_BYTES;
        int entries = header.entries();
        if (entries > length / bytesMin()) {
            throw new CorruptFileException(
                    "the dictionary claims " + entries + " entries, but its page has only " + length + " bytes");
        }
        long reserved = entries * entryBytes();
        memory.replace(dictionaryReserved, reserved, "a dictionary of " + entries + " entries");
        dictionaryReserved = reserved;
        DecodedValues values = DecodedValues.of(type.physicalType(), entries);
        if (entries > 0) {
            ValueDecoder<DecodedValues> plain = decoder(Encoding.PLAIN);
            plain.start(bytes, 0, length);
            plain.read(values, entries);
        }
        batch.dictionary = values;
        batch.dictionarySize = entries;
        batch.dictionaryNumber++;
        batch.dictionaryCoded = true;
        hasDictionary = true;
    }

    boolean hasDictionary() {
        return hasDictionary;
    }

    /** Heap of an entry beside its bytes, including the object that the host makes of it. */
    private long entryBytes() {
        return switch (type.physicalType()) {
            case BOOLEAN, INT32, FLOAT, INT64, DOUBLE -> 40;
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> 64;
        };
    }

    private int bytesMin() {
        return switch (type.physicalType()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT, BYTE_ARRAY -> 4;
            case INT64, DOUBLE -> 8;
            case INT96, FIXED_LEN_BYTE_ARRAY -> type.typeLength();
        };
    }

    /** Starts a data page; its values are not read before the first one is needed. */
    void start(DataPage next) {
        page = next;
        started = false;
        batch.dictionaryCoded =
                next.encoding() == Encoding.RLE_DICTIONARY || next.encoding() == Encoding.PLAIN_DICTIONARY;
    }

    /** How many of the next entries may be read at once without their values taking much more memory than the page. */
    int fitting(int entries) {
        if (page.encoding() != Encoding.DELTA_BYTE_ARRAY || page.from() == page.to()) {
            return entries;
        }
        requireStarted();
        return decoder.fitting(entries);
    }

    /** How many of the pages so far have dictionary indexes of 0 bits without a run. */
    long pagesWithoutRuns() {
        return indexes.pagesWithoutRuns();
    }

    /** Decodes the next values of the page into the batch. */
    void read(int count) {
        requireStarted();
        if (batch.dictionaryCoded) {
            indexes.read(batch.indexes, count, batch.dictionarySize);
        } else {
            decoder.read(batch.plain, count);
        }
    }

    /** Skips the next values of the page; the values of the batch are then undefined. */
    void skip(int count) {
        requireStarted();
        if (batch.dictionaryCoded) {
            indexes.skip(count);
        } else {
            decoder.read(batch.plain, count);
        }
    }

    private void requireStarted() {
        if (!started) {
            startValues();
            started = true;
        }
    }

    private void startValues() {
        if (!batch.dictionaryCoded) {
            decoder = decoder(page.encoding());
            decoder.start(page.bytes(), page.from(), page.to());
        } else if (hasDictionary) {
            indexes.start(page.bytes(), page.from(), page.to());
        } else {
            throw new CorruptFileException("the values are dictionary indexes, but the column chunk has no dictionary");
        }
    }

    /** The cast is safe: decoder and batch are both made for the type of the column. */
    @SuppressWarnings("unchecked")
    private ValueDecoder<DecodedValues> decoder(Encoding encoding) {
        return decoders.computeIfAbsent(
                encoding, wanted -> (ValueDecoder<DecodedValues>) ValueDecoders.of(wanted, type));
    }
}

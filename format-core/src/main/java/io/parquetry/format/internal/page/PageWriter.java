package io.parquetry.format.internal.page;

import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.internal.thrift.PageHeaderThrift;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.PageType;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32;

/**
 * Makes pages. The caller fills {@link #body} section by section, then finishes it:
 *
 * <pre>
 * data page V1    compressed( [length repetition levels] [length definition levels] values )
 * data page V2    [repetition levels] [definition levels] compressed( values )
 * dictionary      compressed( values )
 * </pre>
 *
 * <p>A section of levels is there only for columns that have them; lengths are 4 bytes. The checksum covers the page as
 * it stands in the file, without its header. The body and the compressed form lie in scratch buffers of the thread, so
 * that an open file that is idle holds none. One page at a time: columns of one file may share a writer.
 */
public final class PageWriter {
    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    private final PageType dataPageType;
    private final Compressor compressor;
    private Scratch scratch;
    private int sectionStart;
    private int repetitionBytes;
    private int definitionBytes;

    /** @param dataPageType DATA_PAGE or DATA_PAGE_V2 */
    public PageWriter(PageType dataPageType, Compressor compressor) {
        this.dataPageType = dataPageType;
        this.compressor = compressor;
    }

    /** Number of the codec of all pages. */
    public int codecId() {
        return compressor.codec().id();
    }

    /** Begins a page; what is appended to the body from now on belongs to it. */
    public ByteAppender start() {
        scratch = SCRATCH.get();
        scratch.body.clear();
        repetitionBytes = 0;
        definitionBytes = 0;
        return scratch.body;
    }

    /** Begins a section of levels. */
    public void startLevels() {
        if (dataPageType == PageType.DATA_PAGE) {
            scratch.body.putInt(0);
        }
        sectionStart = scratch.body.size();
    }

    public void endRepetitionLevels() {
        repetitionBytes = endLevels();
    }

    public void endDefinitionLevels() {
        definitionBytes = endLevels();
    }

    private int endLevels() {
        int bytes = scratch.body.size() - sectionStart;
        if (dataPageType == PageType.DATA_PAGE) {
            scratch.body.setInt(sectionStart - Integer.BYTES, bytes);
        }
        return bytes;
    }

    /**
     * Finishes a data page.
     *
     * @param entries values and nulls
     */
    public WrittenPage finishData(int entries, int nulls, int rows, Encoding encoding) {
        if (dataPageType == PageType.DATA_PAGE_V2) {
            return finishV2(entries, nulls, rows, encoding);
        }
        compress(0);
        return finish(
                dataPageType,
                encoding,
                new PageHeader.DataV1(entries, encoding.id(), Encoding.RLE.id(), Encoding.RLE.id(), Optional.empty()));
    }

    private WrittenPage finishV2(int entries, int nulls, int rows, Encoding encoding) {
        int levelBytes = repetitionBytes + definitionBytes;
        boolean compressed = scratch.body.size() > levelBytes && codecId() != 0;
        if (compressed) {
            compress(levelBytes);
            compressed = scratch.packed.size() < scratch.body.size();
        }
        if (!compressed) {
            scratch.packed.clear();
            scratch.packed.put(scratch.body.array(), 0, scratch.body.size());
        }
        return finish(
                dataPageType,
                encoding,
                new PageHeader.DataV2(
                        entries,
                        nulls,
                        rows,
                        encoding.id(),
                        definitionBytes,
                        repetitionBytes,
                        compressed,
                        Optional.empty()));
    }

    /** Finishes the dictionary page, whose values are always PLAIN. */
    public WrittenPage finishDictionary(int entries) {
        compress(0);
        return finish(
                PageType.DICTIONARY_PAGE,
                Encoding.PLAIN,
                new PageHeader.Dictionary(entries, Encoding.PLAIN.id(), Optional.empty()));
    }

    /** Compresses the body to see how many bytes it takes; no page is finished. */
    public int tryOut() {
        compress(0);
        int bytes = scratch.packed.size();
        scratch.shrink();
        return bytes;
    }

    /** Puts the first {@code verbatim} bytes of the body into the packed form as they are and the rest compressed. */
    private void compress(int verbatim) {
        ByteAppender body = scratch.body;
        ByteAppender packed = scratch.packed;
        packed.clear();
        packed.put(body.array(), 0, verbatim);
        int length = body.size() - verbatim;
        packed.ensure(compressor.maxCompressedLength(length));
        packed.advance(compressor.compress(body.array(), verbatim, length, packed.array(), packed.size()));
    }

    private WrittenPage finish(PageType type, Encoding encoding, PageHeader.Content content) {
        ByteAppender packed = scratch.packed;
        CRC32 crc = scratch.crc;
        crc.reset();
        crc.update(packed.array(), 0, packed.size());
        CompactWriter header = scratch.header;
        header.reset();
        PageHeaderThrift.write(
                new PageHeader(scratch.body.size(), packed.size(), OptionalInt.of((int) crc.getValue()), content),
                header);
        byte[] bytes = new byte[header.size() + packed.size()];
        System.arraycopy(header.buffer(), 0, bytes, 0, header.size());
        System.arraycopy(packed.array(), 0, bytes, header.size(), packed.size());
        int uncompressedBytes = header.size() + scratch.body.size();
        scratch.shrink();
        return new WrittenPage(type, encoding, bytes, uncompressedBytes);
    }

    /** Buffers that all files of a thread share. */
    private static final class Scratch {
        /** What one page of unusual size made grow is given back. */
        private static final int KEPT_BYTES_MAX = 8 << 20;

        ByteAppender body = new ByteAppender(1 << 10);
        ByteAppender packed = new ByteAppender(1 << 10);
        final CompactWriter header = new CompactWriter();
        final CRC32 crc = new CRC32();

        void shrink() {
            if (body.array().length > KEPT_BYTES_MAX) {
                body = new ByteAppender(1 << 10);
            }
            if (packed.array().length > KEPT_BYTES_MAX) {
                packed = new ByteAppender(1 << 10);
            }
        }
    }
}

package io.parquetry.format.internal.page;

import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.PageType;
import java.util.Optional;

/**
 * Makes pages. The caller fills the body section by section, then finishes it:
 *
 * <pre>
 * data page V1    compressed( [length repetition levels] [length definition levels] values )
 * data page V2    [repetition levels] [definition levels] compressed( values )
 * dictionary      compressed( values )
 * </pre>
 *
 * <p>Only columns that have levels have sections for them; lengths are 4 bytes. The checksum covers the page as in the
 * file, without its header. Columns of one file may share a writer, which makes one page at a time.
 */
public final class PageWriter {
    /** A smaller page is compressed sooner than another thread is woken. */
    private static final int OFFERED_BYTES_MIN = 16 << 10;

    /** A larger page, which values of unusual size make, is finished at once, so that pending pages are small. */
    private static final int OFFERED_BYTES_MAX = 2 << 20;

    /** The faster level may make a page larger by one byte in so many. */
    private static final int FASTER_SHARE = 100;

    private final PageType dataPageType;
    private final Compressor compressor;
    private final Optional<Compressor> faster;
    private final HelperPool helpers;
    /** Null except between {@link #start} and the end of the page. */
    private ByteAppender body;
    /** The page that is begun, compressed with the better of both levels; null where they were not compared. */
    private ByteAppender measured;

    private int sectionStart;
    private int repetitionBytes;
    private int definitionBytes;

    /**
     * @param dataPageType DATA_PAGE or DATA_PAGE_V2
     * @param faster may be chosen for data pages; of the same codec
     * @param helpers may compress pages while the caller goes on
     */
    public PageWriter(PageType dataPageType, Compressor compressor, Optional<Compressor> faster, HelperPool helpers) {
        this.dataPageType = dataPageType;
        this.compressor = compressor;
        this.faster = faster;
        this.helpers = helpers;
    }

    /** Number of the codec of all pages. */
    public int codecId() {
        return compressor.codec().id();
    }

    /** Begins a page; returns its body, to which the caller appends. */
    public ByteAppender start() {
        if (body == null) {
            body = PageBuffers.take();
        }
        body.clear();
        dropMeasured();
        repetitionBytes = 0;
        definitionBytes = 0;
        return body;
    }

    /** Begins a section of levels. */
    public void startLevels() {
        if (dataPageType == PageType.DATA_PAGE) {
            body.putInt(0);
        }
        sectionStart = body.size();
    }

    public void endRepetitionLevels() {
        repetitionBytes = endLevels();
    }

    public void endDefinitionLevels() {
        definitionBytes = endLevels();
    }

    private int endLevels() {
        int bytes = body.size() - sectionStart;
        if (dataPageType == PageType.DATA_PAGE) {
            body.setInt(sectionStart - Integer.BYTES, bytes);
        }
        return bytes;
    }

    /** Whether data pages can be compressed faster than usual. */
    public boolean hasFasterLevel() {
        return faster.isPresent();
    }

    /** Whether the faster level, which there must be, would make the page that is begun hardly larger. */
    public boolean fasterIsAsSmall() {
        dropMeasured();
        int verbatim = dataPageType == PageType.DATA_PAGE ? 0 : repetitionBytes + definitionBytes;
        ByteAppender usual = compress(compressor, verbatim);
        ByteAppender fast = compress(faster.orElseThrow(), verbatim);
        boolean isAsSmall = fast.size() <= usual.size() + usual.size() / FASTER_SHARE;
        measured = isAsSmall ? fast : usual;
        PageBuffers.give(isAsSmall ? usual : fast);
        return isAsSmall;
    }

    private void dropMeasured() {
        if (measured != null) {
            PageBuffers.give(measured);
            measured = null;
        }
    }

    /**
     * Finishes a data page.
     *
     * @param entries values and nulls
     * @param asFastAsCanBe whether it takes the faster level, where there is one
     */
    public PendingPage finishData(int entries, int nulls, int rows, Encoding encoding, boolean asFastAsCanBe) {
        Compressor chosen = asFastAsCanBe ? faster.orElse(compressor) : compressor;
        if (dataPageType == PageType.DATA_PAGE) {
            return finish(
                    chosen,
                    encoding,
                    new PageHeader.DataV1(
                            entries, encoding.id(), Encoding.RLE.id(), Encoding.RLE.id(), Optional.empty()));
        }
        boolean compressed = body.size() > repetitionBytes + definitionBytes && codecId() != 0;
        return finish(
                chosen,
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
    public PendingPage finishDictionary(int entries) {
        return finish(
                compressor, Encoding.PLAIN, new PageHeader.Dictionary(entries, Encoding.PLAIN.id(), Optional.empty()));
    }

    private PendingPage finish(Compressor chosen, Encoding encoding, PageHeader.Content content) {
        boolean isMeasured = measured != null;
        PendingPage page =
                new PendingPage(new EncodedPage(encoding, content, body, chosen, Optional.ofNullable(measured)));
        body = null;
        measured = null;
        boolean offered = !isMeasured
                && page.bodyBytes() >= OFFERED_BYTES_MIN
                && page.bodyBytes() <= OFFERED_BYTES_MAX
                && page.offerTo(helpers);
        if (!offered) {
            page.begin();
        }
        return page;
    }

    /** Compresses the body, returns the size, and drops both. */
    public int measureCompressed() {
        ByteAppender packed = compress(compressor, 0);
        int bytes = packed.size();
        PageBuffers.give(packed);
        PageBuffers.give(body);
        body = null;
        return bytes;
    }

    private ByteAppender compress(Compressor with, int verbatim) {
        ByteAppender packed = PageBuffers.take();
        EncodedPage.compress(with, body, verbatim, packed);
        return packed;
    }
}

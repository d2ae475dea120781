package io.parquetry.format.internal.page;

import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.compression.CompressorChoice;
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
    private static final int OFFERED_BYTES_MAX = 7 << 19;

    private final PageType dataPageType;
    private final Compressor compressor;
    private final CompressorChoice choice;
    private final HelperPool helpers;
    /** Null except between {@link #start} and the end of the page. */
    private ByteAppender body;
    /** The page that is begun, compressed with the chosen compressor; null where there was no choice. */
    private ByteAppender measured;

    private int sectionStart;
    private int repetitionBytes;
    private int definitionBytes;

    /**
     * @param dataPageType DATA_PAGE or DATA_PAGE_V2
     * @param compressor of dictionary pages, and of pages that are measured
     * @param choice for data pages; of the same codec
     * @param helpers may compress pages while the caller goes on
     */
    public PageWriter(PageType dataPageType, Compressor compressor, CompressorChoice choice, HelperPool helpers) {
        this.dataPageType = dataPageType;
        this.compressor = compressor;
        this.choice = choice;
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

    /** Whether there are several compressors for data pages. */
    public boolean hasChoice() {
        return choice.size() > 1;
    }

    /**
     * Compresses the page that is begun in several ways.
     *
     * @return which compressor of the choice is best for it
     */
    public int chooseCompressor() {
        dropMeasured();
        int verbatim = dataPageType == PageType.DATA_PAGE ? 0 : repetitionBytes + definitionBytes;
        measured = compress(choice.compressor(0), verbatim);
        int chosen = 0;
        while (chosen + 1 < choice.size()) {
            ByteAppender slower = compress(choice.compressor(chosen + 1), verbatim);
            if (!choice.isWorthIt(measured.size(), slower.size())) {
                PageBuffers.give(slower);
                break;
            }
            dropMeasured();
            measured = slower;
            chosen++;
        }
        return chosen;
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
     * @param chosen what {@link #chooseCompressor} returned for this page or an earlier one, which may have had another
     *     choice; 0 where there is none
     */
    public PendingPage finishData(int entries, int nulls, int rows, Encoding encoding, int chosen) {
        Compressor dataCompressor = choice.compressor(Math.min(chosen, choice.size() - 1));
        if (dataPageType == PageType.DATA_PAGE) {
            return finish(
                    dataCompressor,
                    encoding,
                    new PageHeader.DataV1(
                            entries, encoding.id(), Encoding.RLE.id(), Encoding.RLE.id(), Optional.empty()));
        }
        boolean compressed = body.size() > repetitionBytes + definitionBytes && codecId() != 0;
        return finish(
                dataCompressor,
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

    private PendingPage finish(Compressor with, Encoding encoding, PageHeader.Content content) {
        boolean isMeasured = measured != null;
        PendingPage page =
                new PendingPage(new EncodedPage(encoding, content, body, with, Optional.ofNullable(measured)));
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

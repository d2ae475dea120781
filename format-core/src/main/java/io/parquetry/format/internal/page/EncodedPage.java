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
 * An encoded page.
 *
 * @param content of the header; a page of version 2 that compression does not make smaller is stored uncompressed
 * @param body is returned to {@link PageBuffers} by {@link #pack}
 * @param measured the page as {@link #compress} makes it with this compressor, where it was measured; is returned
 *     likewise
 */
record EncodedPage(
        Encoding encoding,
        PageHeader.Content content,
        ByteAppender body,
        Compressor compressor,
        Optional<ByteAppender> measured) {
    /** An upper bound of the headers written here, which hold some numbers and a checksum. */
    private static final int HEADER_BYTES_MAX = 128;

    /** Bytes that the packed page has at most; the body has no more. */
    long packedBytesMax() {
        return (long) compressor.maxCompressedLength(body.size()) + HEADER_BYTES_MAX;
    }

    /** Compresses the body, unless that is done, and puts the header in front of it. */
    WrittenPage pack() {
        ByteAppender packed = measured.orElseGet(this::compress);
        PageHeader.Content stored = content;
        if (content instanceof PageHeader.DataV2 v2 && (!v2.compressed() || packed.size() >= body.size())) {
            packed.clear();
            packed.put(body.array(), 0, body.size());
            stored = v2.stored();
        }
        CRC32 crc = new CRC32();
        crc.update(packed.array(), 0, packed.size());
        CompactWriter header = new CompactWriter();
        PageHeaderThrift.write(
                new PageHeader(body.size(), packed.size(), OptionalInt.of((int) crc.getValue()), stored), header);
        byte[] bytes = new byte[header.size() + packed.size()];
        System.arraycopy(header.buffer(), 0, bytes, 0, header.size());
        System.arraycopy(packed.array(), 0, bytes, header.size(), packed.size());
        WrittenPage page = new WrittenPage(type(), encoding, bytes, header.size() + body.size());
        PageBuffers.give(packed);
        PageBuffers.give(body);
        return page;
    }

    private ByteAppender compress() {
        ByteAppender packed = PageBuffers.take();
        if (!(content instanceof PageHeader.DataV2 v2)) {
            compress(compressor, body, 0, packed);
        } else if (v2.compressed()) {
            compress(compressor, body, v2.repetitionBytes() + v2.definitionBytes(), packed);
        }
        return packed;
    }

    /** Appends the first {@code verbatim} bytes to {@code packed} unchanged, and the rest compressed. */
    static void compress(Compressor compressor, ByteAppender body, int verbatim, ByteAppender packed) {
        packed.put(body.array(), 0, verbatim);
        int length = body.size() - verbatim;
        packed.ensure(compressor.maxCompressedLength(length));
        packed.advance(compressor.compress(body.array(), verbatim, length, packed.array(), packed.size()));
    }

    private PageType type() {
        if (content instanceof PageHeader.DataV1) {
            return PageType.DATA_PAGE;
        }
        return content instanceof PageHeader.DataV2 ? PageType.DATA_PAGE_V2 : PageType.DICTIONARY_PAGE;
    }
}

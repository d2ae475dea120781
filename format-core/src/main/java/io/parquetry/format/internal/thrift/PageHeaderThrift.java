package io.parquetry.format.internal.thrift;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.PageHeader.Content;
import io.parquetry.format.metadata.PageHeader.DataV1;
import io.parquetry.format.metadata.PageHeader.DataV2;
import io.parquetry.format.metadata.PageHeader.Dictionary;
import io.parquetry.format.metadata.PageHeader.Other;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.Statistics;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code PageHeader}, which contains the header of the page's type. It is stored before each page and its length is not
 * stored, so it is read from a window that may be too short.
 */
public final class PageHeaderThrift {
    private static final long REQUIRED = CompactReader.fields(1, 2, 3);
    private static final long DATA_V1_REQUIRED = CompactReader.fields(1, 2, 3, 4);
    private static final long DATA_V2_REQUIRED = CompactReader.fields(1, 2, 3, 4, 5, 6);
    private static final long DICTIONARY_REQUIRED = CompactReader.fields(1, 2);

    private PageHeaderThrift() {}

    /**
     * Reads a header, whose length is then {@code in.consumed()}. Empty if the window ends before the header: the
     * caller tries again with a longer window, or reports the file as corrupt if it has no more bytes.
     */
    public static Optional<PageHeader> read(CompactReader in) {
        try {
            return Optional.of(readWhole(in));
        } catch (CorruptFileException e) {
            if (in.exhausted()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static PageHeader readWhole(CompactReader in) {
        int pageTypeId = -1;
        int uncompressedBytes = 0;
        int compressedBytes = 0;
        OptionalInt crc = OptionalInt.empty();
        Content dataV1 = null;
        Content dataV2 = null;
        Content dictionary = null;
        in.beginStruct("PageHeader");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> pageTypeId = in.fieldI32();
                case 2 -> uncompressedBytes = in.fieldCount32();
                case 3 -> compressedBytes = in.fieldCount32();
                case 4 -> crc = OptionalInt.of(in.fieldI32());
                case 5 -> dataV1 = readDataV1(in);
                case 7 -> dictionary = readDictionary(in);
                case 8 -> dataV2 = readDataV2(in);
                default -> in.skip();
            }
        }
        in.require("PageHeader", REQUIRED);
        Content content = content(pageTypeId, dataV1, dataV2, dictionary);
        if (content == null) {
            throw in.corrupt("page of type number " + pageTypeId + " without the header of its type");
        }
        if (content instanceof Other && (dataV1 != null || dataV2 != null || dictionary != null)) {
            // To skip it, as pages of unknown types are, would leave out values.
            throw in.corrupt("page of type number " + pageTypeId + " with the header of another type");
        }
        return new PageHeader(uncompressedBytes, compressedBytes, crc, content);
    }

    private static Content content(int pageTypeId, Content dataV1, Content dataV2, Content dictionary) {
        if (pageTypeId == PageType.DATA_PAGE.id()) {
            return dataV1;
        }
        if (pageTypeId == PageType.DATA_PAGE_V2.id()) {
            return dataV2;
        }
        return pageTypeId == PageType.DICTIONARY_PAGE.id() ? dictionary : new Other(pageTypeId);
    }

    public static void write(PageHeader header, CompactWriter out) {
        out.beginStruct();
        out.i32(1, pageTypeId(header.content()));
        out.i32(2, header.uncompressedBytes());
        out.i32(3, header.compressedBytes());
        header.crc().ifPresent(crc -> out.i32(4, crc));
        if (header.content() instanceof DataV1 page) {
            writeDataV1(page, out);
        } else if (header.content() instanceof Dictionary page) {
            writeDictionary(page, out);
        } else if (header.content() instanceof DataV2 page) {
            writeDataV2(page, out);
        }
        out.endStruct();
    }

    private static int pageTypeId(Content content) {
        if (content instanceof DataV1) {
            return PageType.DATA_PAGE.id();
        }
        if (content instanceof DataV2) {
            return PageType.DATA_PAGE_V2.id();
        }
        return content instanceof Other other ? other.pageTypeId() : PageType.DICTIONARY_PAGE.id();
    }

    private static DataV1 readDataV1(CompactReader in) {
        int entries = 0;
        int encodingId = 0;
        int definitionEncodingId = 0;
        int repetitionEncodingId = 0;
        Optional<Statistics> statistics = Optional.empty();
        in.fieldStruct("DataPageHeader");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> entries = in.fieldCount32("number of values");
                case 2 -> encodingId = in.fieldI32();
                case 3 -> definitionEncodingId = in.fieldI32();
                case 4 -> repetitionEncodingId = in.fieldI32();
                case 5 -> statistics = Optional.of(StatisticsThrift.read(in));
                default -> in.skip();
            }
        }
        in.require("DataPageHeader", DATA_V1_REQUIRED);
        return new DataV1(entries, encodingId, definitionEncodingId, repetitionEncodingId, statistics);
    }

    private static void writeDataV1(DataV1 page, CompactWriter out) {
        out.beginStruct(5);
        out.i32(1, page.entries());
        out.i32(2, page.encodingId());
        out.i32(3, page.definitionEncodingId());
        out.i32(4, page.repetitionEncodingId());
        page.statistics().ifPresent(statistics -> StatisticsThrift.write(5, statistics, out));
        out.endStruct();
    }

    private static DataV2 readDataV2(CompactReader in) {
        int entries = 0;
        int nulls = 0;
        int rows = 0;
        int encodingId = 0;
        int definitionBytes = 0;
        int repetitionBytes = 0;
        boolean compressed = true;
        Optional<Statistics> statistics = Optional.empty();
        in.fieldStruct("DataPageHeaderV2");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> entries = in.fieldCount32("number of values");
                case 2 -> nulls = in.fieldI32();
                case 3 -> rows = in.fieldI32();
                case 4 -> encodingId = in.fieldI32();
                case 5 -> definitionBytes = in.fieldCount32();
                case 6 -> repetitionBytes = in.fieldCount32();
                case 7 -> compressed = in.fieldBool();
                case 8 -> statistics = Optional.of(StatisticsThrift.read(in));
                default -> in.skip();
            }
        }
        in.require("DataPageHeaderV2", DATA_V2_REQUIRED);
        return new DataV2(entries, nulls, rows, encodingId, definitionBytes, repetitionBytes, compressed, statistics);
    }

    private static void writeDataV2(DataV2 page, CompactWriter out) {
        out.beginStruct(8);
        out.i32(1, page.entries());
        out.i32(2, page.nulls());
        out.i32(3, page.rows());
        out.i32(4, page.encodingId());
        out.i32(5, page.definitionBytes());
        out.i32(6, page.repetitionBytes());
        out.bool(7, page.compressed());
        page.statistics().ifPresent(statistics -> StatisticsThrift.write(8, statistics, out));
        out.endStruct();
    }

    private static Dictionary readDictionary(CompactReader in) {
        int entries = 0;
        int encodingId = 0;
        Optional<Boolean> sorted = Optional.empty();
        in.fieldStruct("DictionaryPageHeader");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> entries = in.fieldCount32("number of values");
                case 2 -> encodingId = in.fieldI32();
                case 3 -> sorted = Optional.of(in.fieldBool());
                default -> in.skip();
            }
        }
        in.require("DictionaryPageHeader", DICTIONARY_REQUIRED);
        return new Dictionary(entries, encodingId, sorted);
    }

    private static void writeDictionary(Dictionary page, CompactWriter out) {
        out.beginStruct(7);
        out.i32(1, page.entries());
        out.i32(2, page.encodingId());
        page.sorted().ifPresent(sorted -> out.bool(3, sorted));
        out.endStruct();
    }
}

package io.parquetry.cli.layout;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.layout.FileRegion.Kind;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.CompressionCodec.Readers;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Finds what could be better about a file. Every piece of advice has a figure of this file; what concerns less than a
 * twentieth of its bytes is left out, and so is all advice on files so small that nothing pays.
 */
final class Advisor {
    /** Nothing is said of the layout of smaller files. */
    private static final long FILE_BYTES_MIN = 4 << 10;

    private static final double SHARE_MIN = 0.05;
    private static final double OVERHEAD_SHARE_MIN = 0.1;
    private static final long GROUP_BYTES_SMALL = 4 << 20;
    private static final long GROUP_BYTES_LARGE = 1L << 30;
    private static final double RATIO_OF_NO_USE = 1.03;
    private static final int SAMPLE_BYTES = 1 << 16;
    private static final int BOUND_BYTES_LONG = 256;

    private final FileOutline outline;
    private final FileMetadata footer;
    private final List<ColumnFacts> columns;
    private final PageDetails details;
    private final WindowedFile file;
    private final List<Advice> found = new ArrayList<>();

    private Advisor(FileOutline outline, List<ColumnFacts> columns, PageDetails details, WindowedFile file) {
        this.outline = outline;
        this.footer = outline.footer().orElseThrow();
        this.columns = columns;
        this.details = details;
        this.file = file;
    }

    /** Advice on a file whose footer can be used; what concerns most bytes comes first. */
    static List<Advice> of(FileOutline outline, List<ColumnFacts> columns, PageDetails details, WindowedFile file)
            throws IOException {
        if (outline.bytes() < FILE_BYTES_MIN) {
            return List.of();
        }
        Advisor advisor = new Advisor(outline, columns, details, file);
        advisor.overhead();
        advisor.rowGroups();
        advisor.dictionaries();
        advisor.compression();
        advisor.encodings();
        advisor.pages();
        advisor.bounds();
        advisor.oldForms();
        advisor.found.sort(Comparator.comparingLong(Advice::bytes).reversed());
        return advisor.found;
    }

    private void add(String title, String text, long bytes, List<ColumnFacts> concerned) {
        found.add(new Advice(
                title,
                text,
                bytes,
                concerned.stream().map(column -> column.leaf().ordinal()).toList()));
    }

    private long bytes(Kind kind) {
        return outline.regions().stream()
                .filter(region -> region.kind() == kind)
                .mapToLong(FileRegion::length)
                .sum();
    }

    private double share(long bytes) {
        return (double) bytes / outline.bytes();
    }

    private static String percent(double part) {
        double percent = 100 * part;
        return String.format(Locale.ROOT, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
    }

    private String rowsAndColumns() {
        return NumberText.counted(columns.size(), "column") + " for " + NumberText.counted(footer.rows(), "row");
    }

    /** What is not data. */
    private void overhead() {
        long indexes = bytes(Kind.COLUMN_INDEX) + bytes(Kind.OFFSET_INDEX);
        addPart(
                indexes,
                OVERHEAD_SHARE_MIN,
                "is indexes: " + rowsAndColumns() + ".",
                "Column and offset indexes take " + NumberText.counted(indexes, "byte")
                        + ". More rows in a file, or indexes only for columns that are searched, make them pay.");
        addPart(
                outline.footerBytes(),
                OVERHEAD_SHARE_MIN,
                "is its footer: " + rowsAndColumns() + " in "
                        + NumberText.counted(footer.rowGroups().size(), "row group") + ".",
                "Every reader reads its " + NumberText.counted(outline.footerBytes(), "byte")
                        + " first. More rows in a file, and fewer row groups, make it pay.");
        long blooms = bytes(Kind.BLOOM_FILTER);
        addPart(
                blooms,
                OVERHEAD_SHARE_MIN,
                "is bloom filters.",
                "They take " + NumberText.counted(blooms, "byte")
                        + ". They pay for columns with many different values that are searched by equality.");
        long unknown = bytes(Kind.UNKNOWN);
        addPart(
                unknown,
                SHARE_MIN,
                "belongs to nothing.",
                "No footer entry points to " + NumberText.counted(unknown, "byte")
                        + ". Writing the file again leaves them out.");
        long texts = footer.keyValues().stream()
                .mapToLong(pair -> pair.value().map(String::length).orElse(0))
                .sum();
        addPart(
                texts,
                OVERHEAD_SHARE_MIN,
                "is key-value metadata.",
                "The texts of "
                        + footer.keyValues().stream()
                                .map(pair -> pair.key())
                                .limit(3)
                                .collect(Collectors.joining(", "))
                        + " take " + NumberText.counted(texts, "byte") + " of the footer.");
    }

    private void addPart(long bytes, double shareMin, String what, String advice) {
        if (share(bytes) >= shareMin) {
            add(percent(share(bytes)) + " of the file " + what, advice, bytes, List.of());
        }
    }

    private static long bytes(RowGroupMetadata group) {
        return group.columns().stream()
                .mapToLong(chunk -> chunk.bytes().compressed())
                .sum();
    }

    private void rowGroups() {
        int count = footer.rowGroups().size();
        long all = footer.rowGroups().stream().mapToLong(Advisor::bytes).sum();
        if (count > 1 && all / count < GROUP_BYTES_SMALL) {
            add(
                    NumberText.counted(count, "row group") + " of " + NumberText.counted(all / count, "byte")
                            + " on average.",
                    "Each has its own dictionaries, statistics and footer entries, and engines read best in row groups"
                            + " of 64 MB and more: write larger ones.",
                    all,
                    List.of());
        }
        long largest =
                footer.rowGroups().stream().mapToLong(Advisor::bytes).max().orElse(0);
        if (largest > GROUP_BYTES_LARGE) {
            add(
                    "A row group of " + NumberText.counted(largest, "byte") + ".",
                    "Engines share work by row groups and hold much of one in memory: smaller ones, up to 512 MB, are"
                            + " read by more cores.",
                    largest,
                    List.of());
        }
    }

    private void dictionaries() {
        for (ColumnFacts column : columns) {
            Optional<ChunkOutline> first = column.chunks().stream()
                    .filter(chunk -> DictionaryUse.of(chunk)
                            .filter(DictionaryUse::isGivenUp)
                            .isPresent())
                    .findFirst();
            if (first.isPresent() && share(column.bytes()) >= SHARE_MIN) {
                DictionaryUse use = DictionaryUse.of(first.get()).orElseThrow();
                add(
                        "Dictionary of " + column.leaf().dottedPath() + " given up after page "
                                + NumberText.grouped(use.dictionaryPages()) + " of "
                                + NumberText.grouped(use.dictionaryPages() + use.otherPages()) + ".",
                        "So it was in " + NumberText.counted(column.chunksThatGaveUp(), "row group") + " of "
                                + column.chunks().size() + ", first in row group "
                                + first.get().rowGroup() + "; the dictionaries take "
                                + NumberText.counted(column.dictionaryBytes(), "byte") + " of the column's "
                                + NumberText.grouped(column.bytes())
                                + ". A larger limit for dictionaries keeps it, and no dictionary at all saves it.",
                        column.bytes(),
                        List.of(column));
            }
        }
    }

    private void compression() throws IOException {
        List<ColumnFacts> plain = columnsWith(column -> column.codecs().contains("UNCOMPRESSED"));
        long bytes = plain.stream().mapToLong(ColumnFacts::bytes).sum();
        if (share(bytes) >= OVERHEAD_SHARE_MIN) {
            ColumnFacts largest = plain.stream()
                    .max(Comparator.comparingLong(ColumnFacts::bytes))
                    .orElseThrow();
            String sample = deflated(largest)
                    .map(part -> " Deflate makes a sample of " + largest.leaf().dottedPath() + " " + percent(part)
                            + " of its size.")
                    .orElse("");
            add(
                    percent(share(bytes)) + " of the file is not compressed.",
                    "That is " + NumberText.counted(plain.size(), "column") + " (" + ColumnFacts.names(plain) + ")."
                            + sample + " ZSTD costs little to read.",
                    bytes,
                    plain);
        }
        List<ColumnFacts> futile = columnsWith(column -> !column.codecs().contains("UNCOMPRESSED")
                && column.rawBytes() < column.bytes() * RATIO_OF_NO_USE
                && share(column.bytes()) >= SHARE_MIN);
        for (ColumnFacts column : futile) {
            PhysicalType type = column.leaf().type().physicalType();
            boolean floating = type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
            add(
                    String.join(", ", column.codecs()) + " saves "
                            + percent(Math.max(0, 1 - (double) column.bytes() / Math.max(1, column.rawBytes())))
                            + " of " + column.leaf().dottedPath() + ".",
                    "It takes " + percent(share(column.bytes())) + " of the file. "
                            + (floating
                                    ? "BYTE_STREAM_SPLIT puts like bytes of numbers together before compression."
                                    : "Its encoded values do not repeat any more: without a codec they are read"
                                            + " faster."),
                    column.bytes(),
                    List.of(column));
        }
    }

    private List<ColumnFacts> columnsWith(Predicate<ColumnFacts> condition) {
        return columns.stream().filter(condition).toList();
    }

    /** How small the first data page gets, as a part of its size. */
    private Optional<Double> deflated(ColumnFacts column) throws IOException {
        for (ChunkOutline chunk : column.chunks()) {
            for (PageOutline page : chunk.dataPages()) {
                byte[] sample = file.upTo(page.offset(), (int) Math.min(page.bytes(), SAMPLE_BYTES));
                Deflater deflater = new Deflater(Deflater.BEST_SPEED);
                try {
                    deflater.setInput(sample);
                    deflater.finish();
                    byte[] out = new byte[sample.length + SAMPLE_BYTES];
                    return Optional.of((double) deflater.deflate(out) / sample.length);
                } finally {
                    deflater.end();
                }
            }
        }
        return Optional.empty();
    }

    private void encodings() {
        for (ColumnFacts column : columns) {
            PhysicalType type = column.leaf().type().physicalType();
            boolean whole = type == PhysicalType.INT32 || type == PhysicalType.INT64;
            boolean plain =
                    column.chunksWithDictionary() == 0 && column.encodings().contains(Encoding.PLAIN.name());
            if (whole && plain && column.rises() && share(column.bytes()) >= SHARE_MIN) {
                add(
                        column.leaf().dottedPath() + " rises from page to page and is stored PLAIN.",
                        "It takes " + percent(share(column.bytes()))
                                + " of the file. DELTA_BINARY_PACKED stores the steps between its values, which take"
                                + " a few bits each.",
                        column.bytes(),
                        List.of(column));
            }
        }
        List<ColumnFacts> empty = columnsWith(column -> column.entries() > 0
                && column.nulls().isPresent()
                && column.nulls().getAsLong() == column.entries());
        if (empty.size() * 10L >= columns.size() && !empty.isEmpty()) {
            long bytes = empty.stream().mapToLong(ColumnFacts::bytes).sum();
            add(
                    NumberText.counted(empty.size(), "column") + " of " + NumberText.grouped(columns.size())
                            + " hold nothing but nulls.",
                    "Their pages take " + NumberText.counted(bytes, "byte")
                            + ", and each has its entries in footer and indexes: " + ColumnFacts.names(empty) + ".",
                    bytes,
                    empty);
        }
    }

    private void pages() {
        for (ColumnFacts column : columns) {
            long headers = 0;
            long all = 0;
            long count = 0;
            for (ChunkOutline chunk : column.chunks()) {
                for (PageOutline page : chunk.pages()) {
                    Optional<HeaderOfPage> header = details.header(page);
                    headers += header.map(HeaderOfPage::headerBytes).orElse(0);
                    all += header.isPresent() ? page.bytes() : 0;
                    count += header.isPresent() ? 1 : 0;
                }
            }
            if (all > 0 && headers > all * OVERHEAD_SHARE_MIN && share(column.bytes()) >= SHARE_MIN) {
                add(
                        percent((double) headers / all) + " of " + column.leaf().dottedPath() + " is page headers.",
                        "A page takes " + NumberText.counted(all / count, "byte") + " on average, "
                                + NumberText.grouped(headers / count)
                                + " of them its header. Larger pages have fewer headers.",
                        column.bytes() * headers / all,
                        List.of(column));
            }
        }
    }

    private void bounds() {
        List<ColumnFacts> without = columnsWith(column -> column.chunks().stream()
                .anyMatch(chunk -> chunk.metadata().indexes().offsetIndex().isEmpty()
                        && (chunk.pagesAre() != ChunkOutline.PagesAre.ALL
                                || chunk.dataPages().size() > 1)));
        long bytes = without.stream().mapToLong(ColumnFacts::bytes).sum();
        if (share(bytes) >= SHARE_MIN && bytes > GROUP_BYTES_SMALL) {
            add(
                    NumberText.counted(without.size(), "column") + " of " + NumberText.grouped(columns.size())
                            + " without an offset index.",
                    "A reader that wants a few rows must go through all pages of a row group: "
                            + ColumnFacts.names(without) + ".",
                    bytes,
                    without);
        }
        List<ColumnFacts> unbounded = columnsWith(column -> column.leaf().type().physicalType() != PhysicalType.INT96
                && column.nulls().orElse(0) < column.entries()
                && column.chunks().stream()
                        .anyMatch(chunk -> ColumnFacts.min(chunk).isEmpty()));
        long unboundedBytes = unbounded.stream().mapToLong(ColumnFacts::bytes).sum();
        if (share(unboundedBytes) >= SHARE_MIN) {
            add(
                    NumberText.counted(unbounded.size(), "column") + " of " + NumberText.grouped(columns.size())
                            + " without bounds.",
                    "A filter on them reads every row group: " + ColumnFacts.names(unbounded) + ".",
                    unboundedBytes,
                    unbounded);
        }
        for (ColumnFacts column : columns) {
            longBounds(column);
        }
    }

    private void longBounds(ColumnFacts column) {
        long index = 0;
        long pages = 0;
        for (ChunkOutline chunk : column.chunks()) {
            index += chunk.metadata()
                    .indexes()
                    .columnIndex()
                    .map(range -> range.length())
                    .orElse(0);
            pages += chunk.dataPages().size();
        }
        if (pages > 0 && index / pages > BOUND_BYTES_LONG && share(index) >= SHARE_MIN) {
            add(
                    "The bounds of " + column.leaf().dottedPath() + " take " + NumberText.counted(index / pages, "byte")
                            + " a page.",
                    "Its column index takes " + percent(share(index))
                            + " of the file. Bounds may be cut to 64 bytes and serve filters as well.",
                    index,
                    List.of(column));
        }
    }

    private void oldForms() {
        List<ColumnFacts> int96 = columnsWith(column -> column.leaf().type().physicalType() == PhysicalType.INT96);
        if (!int96.isEmpty()) {
            add(
                    NumberText.counted(int96.size(), "column") + " of type INT96.",
                    "It is deprecated and has no bounds that readers trust: " + ColumnFacts.names(int96)
                            + ". TIMESTAMP in INT64 has both.",
                    int96.stream().mapToLong(ColumnFacts::bytes).sum(),
                    int96);
        }
        List<ColumnFacts> codecs = columnsWith(column -> Stream.of(CompressionCodec.values())
                .anyMatch(codec ->
                        codec.readers() == Readers.FEW && column.codecs().contains(codec.name())));
        if (!codecs.isEmpty()) {
            add(
                    NumberText.counted(codecs.size(), "column") + " compressed with a codec that few engines read.",
                    "LZ4 is Hadoop's own framing, LZO is rarely built in: " + ColumnFacts.names(codecs)
                            + ". ZSTD is read everywhere.",
                    codecs.stream().mapToLong(ColumnFacts::bytes).sum(),
                    codecs);
        }
    }
}

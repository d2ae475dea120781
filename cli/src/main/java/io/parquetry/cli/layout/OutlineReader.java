package io.parquetry.cli.layout;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Makes the model of a file's bytes. No page is decoded; what is broken is noted, and the rest is read. */
final class OutlineReader {
    private static final int MAGIC_BYTES = 4;
    private static final int ENDING_BYTES = 8;
    private static final int BLOOM_HEADER_BYTES = 64;
    private static final int COPY_BYTES_MAX = 1 << 12;
    private static final int RECOGNITIONS_MAX = 1_000;
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    private final WindowedFile file;
    private final LayoutLimits limits;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private int recognitions;

    private OutlineReader(WindowedFile file, LayoutLimits limits) {
        this.file = file;
        this.limits = limits;
    }

    /**
     * Reads a file whose footer can be used.
     *
     * @param progress is told how many chunks have been looked at
     */
    static FileOutline read(
            String name, ParquetReader reader, WindowedFile file, LayoutLimits limits, LongConsumer progress)
            throws IOException {
        return new OutlineReader(file, limits).read(name, reader, progress);
    }

    private FileOutline read(String name, ParquetReader reader, LongConsumer progress) throws IOException {
        FileMetadata metadata = reader.metadata();
        long footerBytes = footerBytes().orElseThrow();
        long pagesEnd = file.length() - ENDING_BYTES - footerBytes;
        List<FileRegion> regions = new ArrayList<>();
        for (FileRegion region :
                FileRegions.of(metadata, file.length(), footerBytes, this::bloomFilterBytes, problems)) {
            regions.add(region.kind() == FileRegion.Kind.UNKNOWN ? recognized(region) : region);
        }
        ChunkPageFinder finder = new ChunkPageFinder(reader, file, pagesEnd, limits, problems);
        List<LeafColumn> leaves = metadata.schema().leaves();
        List<ChunkOutline> chunks = new ArrayList<>();
        int groups = 0;
        while (groups < metadata.rowGroups().size()
                && (groups == 0 || chunks.size() + leaves.size() <= limits.chunksMax())) {
            for (LeafColumn leaf : leaves) {
                chunks.add(finder.find(groups, leaf));
                progress.accept(chunks.size());
            }
            groups++;
        }
        sayWhatIsLeftOut(metadata, chunks, groups);
        return new FileOutline(
                name, file.length(), Optional.of(metadata), footerBytes, regions, chunks, problems, leftOut);
    }

    /** Finds out whether unknown bytes are the metadata of a column, as some writers repeat it. */
    private FileRegion recognized(FileRegion unknown) throws IOException {
        if (unknown.length() > COPY_BYTES_MAX || ++recognitions > RECOGNITIONS_MAX) {
            return unknown;
        }
        byte[] bytes = file.upTo(unknown.offset(), (int) unknown.length());
        ThriftStruct struct =
                ThriftStruct.of("ColumnMetaData", bytes, 0, bytes.length, 0, ThriftStruct.ValueText.PLAIN);
        boolean is = struct.defect().isEmpty()
                && struct.length() == bytes.length
                && struct.number("data_page_offset").isPresent();
        return is ? FileRegion.of(FileRegion.Kind.METADATA_COPY, unknown.offset(), unknown.length()) : unknown;
    }

    private void sayWhatIsLeftOut(FileMetadata metadata, List<ChunkOutline> chunks, int groups) {
        int further = metadata.rowGroups().size() - groups;
        if (further > 0) {
            leftOut.add(NumberText.grouped(further) + " of "
                    + NumberText.counted(metadata.rowGroups().size(), "row group")
                    + " are drawn as a whole, without their columns: the page holds "
                    + NumberText.grouped(limits.chunksMax()) + " column chunks at most.");
        }
        long unknown = count(chunks, ChunkOutline.PagesAre.UNKNOWN);
        if (unknown > 0) {
            leftOut.add(NumberText.grouped(unknown) + " of " + NumberText.counted(chunks.size(), "column chunk")
                    + " are drawn without their pages: the page holds " + NumberText.grouped(limits.pagesMax())
                    + " pages at most, and " + NumberText.grouped(limits.headersMax())
                    + " page headers are read where a file has no offset index.");
        }
        long some = count(chunks, ChunkOutline.PagesAre.SOME);
        if (some > 0) {
            leftOut.add("Of " + NumberText.counted(some, "column chunk")
                    + " only the first pages are drawn: the file has no offset index, and at most "
                    + NumberText.grouped(limits.headersMax()) + " page headers are read.");
        }
        long elsewhere = count(chunks, ChunkOutline.PagesAre.ELSEWHERE);
        if (elsewhere > 0) {
            leftOut.add(NumberText.counted(elsewhere, "column chunk")
                    + " are in other files; their sizes are those that the footer says.");
        }
    }

    private static long count(List<ChunkOutline> chunks, ChunkOutline.PagesAre which) {
        return chunks.stream().filter(chunk -> chunk.pagesAre() == which).count();
    }

    private OptionalLong footerBytes() throws IOException {
        if (file.length() < MAGIC_BYTES + ENDING_BYTES) {
            return OptionalLong.empty();
        }
        byte[] ending = file.upTo(file.length() - ENDING_BYTES, ENDING_BYTES);
        long length = 0;
        for (int i = 3; i >= 0; i--) {
            length = length << 8 | ending[i] & 0xFF;
        }
        boolean magic = Arrays.equals(ending, MAGIC_BYTES, ENDING_BYTES, MAGIC, 0, MAGIC_BYTES)
                || Arrays.equals(ending, MAGIC_BYTES, ENDING_BYTES, ENCRYPTED_MAGIC, 0, MAGIC_BYTES);
        return magic && length > 0 && length <= file.length() - MAGIC_BYTES - ENDING_BYTES
                ? OptionalLong.of(length)
                : OptionalLong.empty();
    }

    private Optional<Long> bloomFilterBytes(ColumnChunkMetadata chunk, long offset) {
        if (chunk.indexes().bloomFilterLength().isPresent()) {
            return Optional.of((long) chunk.indexes().bloomFilterLength().getAsInt());
        }
        try {
            byte[] window = file.upTo(offset, BLOOM_HEADER_BYTES);
            ThriftStruct header =
                    ThriftStruct.of("BloomFilterHeader", window, 0, window.length, 0, ThriftStruct.ValueText.PLAIN);
            if (header.defect().isEmpty() && header.number("numBytes").isPresent()) {
                return Optional.of(header.length() + header.number("numBytes").getAsLong());
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            // Said below: the filter cannot be read, whatever the reason.
        }
        problems.add(new Problem("bloom filter of column " + chunk.dottedPath(), "its header cannot be read", offset));
        return Optional.empty();
    }

    /**
     * Reads a file whose footer is refused or missing: its frame, and the pages from its beginning on, as far as their
     * headers follow each other.
     *
     * @throws CommandException when neither beginning nor end are those of a Parquet file
     */
    static FileOutline readBroken(String name, WindowedFile file, ParquetException refusal, LayoutLimits limits)
            throws IOException {
        return new OutlineReader(file, limits).readBroken(name, refusal);
    }

    private FileOutline readBroken(String name, ParquetException refusal) throws IOException {
        byte[] begin = file.upTo(0, MAGIC_BYTES);
        boolean begins = Arrays.equals(begin, MAGIC) || Arrays.equals(begin, ENCRYPTED_MAGIC);
        OptionalLong footer = footerBytes();
        if (!begins && footer.isEmpty()) {
            throw new CommandException(refusal.getMessage(), refusal);
        }
        problems.add(new Problem(
                "the file as a whole",
                refusal.reason(),
                footer.isPresent() ? file.length() - ENDING_BYTES - footer.getAsLong() : -1));
        long end = file.length() - (footer.isPresent() ? footer.getAsLong() + ENDING_BYTES : 0);
        List<FileRegion> pages = begins && refusal instanceof CorruptFileException ? lostPages(end) : List.of();
        List<FileRegion> regions = FileRegions.ofBroken(file.length(), begins, footer.orElse(0), pages, problems);
        return new FileOutline(
                name, file.length(), Optional.empty(), footer.orElse(0), regions, List.of(), problems, leftOut);
    }

    private List<FileRegion> lostPages(long end) throws IOException {
        List<FileRegion> pages = new ArrayList<>();
        long position = MAGIC_BYTES;
        while (position < end && pages.size() < limits.headersMax()) {
            HeaderOfPage header = HeaderOfPage.read(file, position, end, ThriftStruct.ValueText.PLAIN);
            if (header.defect(end).isPresent() || header.struct().fields().size() < 4) {
                break;
            }
            pages.add(FileRegion.of(FileRegion.Kind.LOST_PAGE, position, header.bytes()));
            position += header.bytes();
        }
        leftOut.add("Without a footer nobody knows the columns: "
                + NumberText.counted(pages.size(), "page")
                + " were found by following page headers from the beginning of the file"
                + (position < end ? ", up to byte " + NumberText.grouped(position) : "") + ".");
        return pages;
    }
}

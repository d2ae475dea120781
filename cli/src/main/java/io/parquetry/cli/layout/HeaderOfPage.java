package io.parquetry.cli.layout;

import io.parquetry.format.metadata.PageType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The header of a page, taken apart, with the numbers that its page type has under another name. It may be broken.
 *
 * @param bounds the raw bytes of the bounds by the name of their field
 */
record HeaderOfPage(long offset, ThriftStruct struct, Map<String, byte[]> bounds) {
    private static final int[] WINDOWS = {1 << 12, 1 << 16, 1 << 20, 1 << 24};

    /**
     * Reads a header.
     *
     * @param end the header ends before this position
     * @param texts shows bounds
     */
    static HeaderOfPage read(WindowedFile file, long offset, long end, ThriftStruct.ValueText texts)
            throws IOException {
        for (int bytes : WINDOWS) {
            byte[] window = file.upTo(offset, (int) Math.min(bytes, end - offset));
            Map<String, byte[]> bounds = new HashMap<>();
            ThriftStruct struct =
                    ThriftStruct.of("PageHeader", window, 0, window.length, LayoutLimits.FIELDS_MAX, (name, value) -> {
                        bounds.put(name, value);
                        return texts.of(name, value);
                    });
            boolean isWhole = window.length < bytes || bytes == WINDOWS[WINDOWS.length - 1];
            if (struct.defect().isEmpty() || isWhole) {
                return new HeaderOfPage(offset, struct, bounds);
            }
        }
        throw new IllegalStateException("the last window is taken as it is");
    }

    int headerBytes() {
        return struct.length();
    }

    /** Why the header, or the place of its page, cannot be right. */
    Optional<String> defect(long end) {
        if (struct.defect().isPresent()) {
            return Optional.of("the page header is broken: " + struct.defect().get());
        }
        if (struct.number("type").isEmpty() || compressedBytes() < 0) {
            return Optional.of("the page header has no type or no size");
        }
        return compressedBytes() > end - offset - headerBytes()
                ? Optional.of("the page claims " + compressedBytes() + " bytes, but " + (end - offset - headerBytes())
                        + " are left for it")
                : Optional.empty();
    }

    /** Bytes of the page in the file without its header; -1 when the header does not say. */
    long compressedBytes() {
        return struct.number("compressed_page_size").orElse(-1);
    }

    /** Bytes of the header and its page. */
    long bytes() {
        return headerBytes() + compressedBytes();
    }

    boolean isDictionary() {
        return is(PageType.DICTIONARY_PAGE);
    }

    boolean isV1() {
        return is(PageType.DATA_PAGE);
    }

    boolean isV2() {
        return is(PageType.DATA_PAGE_V2);
    }

    boolean isData() {
        return isV1() || isV2();
    }

    private boolean is(PageType type) {
        return struct.number("type").orElse(-1) == type.id();
    }

    private String content() {
        return isV1() ? "data_page_header." : isV2() ? "data_page_header_v2." : "dictionary_page_header.";
    }

    /** A number of the header of the page's own type. */
    OptionalLong number(String field) {
        return struct.number(content() + field);
    }

    /** Values and nulls, or the values of a dictionary. */
    OptionalLong entries() {
        return number("num_values");
    }

    Optional<byte[]> min() {
        return Optional.ofNullable(bounds.get("min_value"));
    }

    Optional<byte[]> max() {
        return Optional.ofNullable(bounds.get("max_value"));
    }

    /** The nulls that header or statistics count; negative numbers are those of writers that have not counted. */
    OptionalLong nulls() {
        OptionalLong nulls = number("num_nulls").isPresent() ? number("num_nulls") : OptionalLong.empty();
        return nulls.isPresent() && nulls.getAsLong() < 0 ? OptionalLong.empty() : nulls;
    }
}

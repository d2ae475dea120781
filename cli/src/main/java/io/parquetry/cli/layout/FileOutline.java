package io.parquetry.cli.layout;

import io.parquetry.format.metadata.FileMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The model of a file's bytes, made of its footer and its indexes.
 *
 * @param footer absent when it cannot be used
 * @param footerBytes 0 when there is no footer
 * @param chunks row group by row group; those of later row groups may be missing
 * @param leftOut what is not in the model, in sentences
 */
record FileOutline(
        String name,
        long bytes,
        Optional<FileMetadata> footer,
        long footerBytes,
        List<FileRegion> regions,
        List<ChunkOutline> chunks,
        List<Problem> problems,
        List<String> leftOut) {
    FileOutline {
        regions = List.copyOf(regions);
        chunks = List.copyOf(chunks);
        problems = List.copyOf(problems);
        leftOut = List.copyOf(leftOut);
    }

    /** The same outline with what these headers say and the indexes did not. */
    FileOutline with(Function<PageOutline, Optional<HeaderOfPage>> headers) {
        List<ChunkOutline> known = chunks.stream()
                .map(chunk -> chunk.with(chunk.pages().stream()
                        .map(page -> headers.apply(page).map(page::with).orElse(page))
                        .toList()))
                .toList();
        return new FileOutline(name, bytes, footer, footerBytes, regions, known, problems, leftOut);
    }
}

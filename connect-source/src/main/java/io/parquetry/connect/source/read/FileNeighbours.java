package io.parquetry.connect.source.read;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.format.metadata.FileMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Which offsets around those of a file are in other files, as the sink writes into the footer.
 *
 * @param previous the largest before the first one of the file; -1 where there is none, empty where that is not known
 * @param open in its place: the largest before the first one that may be in a file which was open; empty where that is
 *     not known either
 * @param others those between the first and the last one; empty where {@code absent} says it, or nobody
 * @param absent those between them that no file holds, in place of {@code others}; where both are there, the file does
 *     not know of the rest, which was in files that were open when it was closed
 */
public record FileNeighbours(
        OptionalLong previous, OptionalLong open, Optional<OffsetSet> others, Optional<OffsetSet> absent) {
    private static final FileNeighbours UNKNOWN =
            new FileNeighbours(OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty());

    private static final String PREVIOUS = "parquetry.offset.previous";
    private static final String OPEN = "parquetry.offset.previous.open";
    private static final String OTHERS = "parquetry.offset.others";
    private static final String ABSENT = "parquetry.offset.absent";

    public FileNeighbours {
        Objects.requireNonNull(previous, "previous");
        Objects.requireNonNull(open, "open");
        Objects.requireNonNull(others, "others");
        Objects.requireNonNull(absent, "absent");
    }

    /** Of a file, if its footer is about the offsets in its name. */
    static FileNeighbours of(DataFile file, FileMetadata footer) {
        if (!file.isNamedBy(footer::keyValue)) {
            return UNKNOWN;
        }
        try {
            long first = file.first().offset();
            OptionalLong before = offset(footer, PREVIOUS);
            OptionalLong open = before.isPresent() ? OptionalLong.empty() : offset(footer, OPEN);
            boolean isDamaged = LongStream.concat(before.stream(), open.stream())
                    .anyMatch(offset -> offset < -1 || offset >= first);
            return isDamaged
                    ? UNKNOWN
                    : new FileNeighbours(
                            before,
                            open,
                            footer.keyValue(OTHERS).map(text -> OffsetSet.parse(first, text)),
                            footer.keyValue(ABSENT).map(text -> OffsetSet.parse(first, text)));
        } catch (IllegalArgumentException damaged) {
            return UNKNOWN;
        }
    }

    private static OptionalLong offset(FileMetadata footer, String key) {
        return footer.keyValue(key)
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** Whether the file says nothing, because an earlier version has written it. */
    public boolean isSilent() {
        return equals(UNKNOWN);
    }

    /** Whether the file does not say what is between its offsets, since that would take too many bytes. */
    public boolean isSilentInside() {
        return !isSilent() && others.isEmpty() && absent.isEmpty();
    }

    /**
     * The largest offset from one on, and before that of a row of the file, that may have been in a file that was open
     * when this one was closed; empty where there is none.
     *
     * @param first of the file
     */
    public OptionalLong unknown(long from, long row, long first) {
        long inner = Math.max(from, first);
        OptionalLong found = OptionalLong.empty();
        if (others.isPresent() && absent.isPresent() && inner < row && row - inner <= OffsetSet.DISTANCE_MAX) {
            found = OffsetSet.without(inner, row, List.of(others.get(), absent.get()))
                    .lastBelow(row);
        }
        if (found.isPresent() || previous.isPresent() || isSilent() || from >= first) {
            return found;
        }
        long last = open.orElse(first - 1);
        return from <= last ? OptionalLong.of(last) : OptionalLong.empty();
    }

    /** The largest offset from one on, and before that of a row of the file, which another file must hold. */
    public OptionalLong promised(long from, long row, long first) {
        long inner = Math.max(from, first);
        OptionalLong found = OptionalLong.empty();
        if (others.isPresent()) {
            found = others.get().lastBelow(row);
        } else if (absent.isPresent() && inner < row && row - inner <= OffsetSet.DISTANCE_MAX) {
            found = OffsetSet.without(inner, row, List.of(absent.get())).lastBelow(row);
        }
        if (found.isEmpty() || found.getAsLong() < inner) {
            found = previous;
        }
        return found.isPresent() && found.getAsLong() >= from ? found : OptionalLong.empty();
    }
}

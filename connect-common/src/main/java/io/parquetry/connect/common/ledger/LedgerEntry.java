package io.parquetry.connect.common.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Which offsets of a topic-partition are durable after a commit, and which files the commit publishes. {@link
 * LedgerDocument} is its form in the storage.
 *
 * @param sequence number of the entry, one more than its predecessor's
 * @param id entries are the same only if their ids are
 * @param previous id of the predecessor; empty in entry 1 and in entries of format 1
 * @param epoch counts the owners of the partition; an owner writes entries of its own epoch only
 * @param nextOffset every offset below it is in a published file, was reported as bad, or does not exist
 * @param last the largest offset below {@code nextOffset} that a file of the generation holds; -1 when there is none,
 *     empty when that is not known, as in the entries of earlier versions
 * @param generation how many times a user moved the position
 * @param published offsets at or above {@code nextOffset} that are in published files
 * @param files that this entry publishes; all have their final names before the next entry is created
 * @param ends for earlier generations the largest offset that a file of them holds, where that is known
 * @param withdrawn offsets at or above {@code nextOffset} that were in files that the storage has dropped, so that
 *     their records must come again
 * @param halt why nothing is written until a user moves the position; empty unless that is so
 * @param table the largest position that the table of this ledger was known to have; empty without a table, and 0 in a
 *     ledger that continues another one
 * @param topicId id of the topic whose records the generation holds; empty where the brokers were not asked
 * @param repeated the predecessor without its uploads, in an entry without files; empty where the predecessor is not
 *     short, has format 1, or goes to no table
 */
public record LedgerEntry(
        long sequence,
        UUID id,
        Optional<UUID> previous,
        long epoch,
        OptionalLong nextOffset,
        OptionalLong last,
        int generation,
        OffsetSet published,
        List<LedgerFile> files,
        SortedMap<Integer, Long> ends,
        OffsetSet withdrawn,
        Optional<Halt> halt,
        Optional<TablePosition> table,
        Optional<String> topicId,
        Optional<LedgerEntry> repeated) {
    private static final int SHORT_FILES_MAX = 32;
    private static final int SHORT_PUBLISHED_MAX = 1_000;
    private static final OptionalLong NONE = OptionalLong.of(-1);

    public LedgerEntry {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(previous, "previous");
        Objects.requireNonNull(nextOffset, "nextOffset");
        Objects.requireNonNull(last, "last");
        Objects.requireNonNull(published, "published");
        Objects.requireNonNull(withdrawn, "withdrawn");
        Objects.requireNonNull(halt, "halt");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(topicId, "topicId");
        Objects.requireNonNull(repeated, "repeated");
        files = List.copyOf(files);
        ends = Collections.unmodifiableSortedMap(new TreeMap<>(ends));
        if (sequence < 1 || epoch < 1 || generation < 0) {
            throw new IllegalArgumentException("seq " + sequence + " and epoch " + epoch
                    + " must be 1 or more, generation " + generation + " 0 or more");
        }
        if (nextOffset.isPresent() && nextOffset.getAsLong() < 0) {
            throw new IllegalArgumentException("nextOffset " + nextOffset.getAsLong() + " must be 0 or more");
        }
        if (last.isPresent() && (last.getAsLong() < -1 || last.getAsLong() >= Math.max(0, nextOffset.orElse(0)))) {
            throw new IllegalArgumentException(
                    "last " + last.getAsLong() + " must be -1 or more, and below nextOffset");
        }
        if (published.base() != nextOffset.orElse(0) || nextOffset.isEmpty() && !published.isEmpty()) {
            throw new IllegalArgumentException("the published offsets must be counted from nextOffset");
        }
        if (withdrawn.base() != published.base()) {
            throw new IllegalArgumentException("the withdrawn offsets must be counted from nextOffset");
        }
        if (repeated.isPresent()
                && (repeated.get().sequence != sequence - 1 || !previous.equals(Optional.of(repeated.get().id)))) {
            throw new IllegalArgumentException("the repeated entry must be the one before");
        }
    }

    /** The first entry of a ledger. */
    public static LedgerEntry first() {
        return Builder.first().build();
    }

    /** The first entry of a ledger when a user sets the position before there is one. */
    public static LedgerEntry firstAt(OptionalLong nextOffset) {
        return Builder.first().movedTo(nextOffset).build();
    }

    /**
     * The first entry of a ledger that continues another one. Files of the other one may still wait for a table and are
     * in no entry of this one, so a table without a position must not begin here.
     */
    public static LedgerEntry firstLike(LedgerEntry other) {
        return Builder.first()
                .generation(other.generation)
                .position(other.nextOffset, other.last, other.published)
                .ends(other.ends)
                .withdrawn(other.withdrawn)
                .halt(other.halt)
                .table(Optional.of(TablePosition.beginning()))
                .topicId(other.topicId)
                .build();
    }

    /** The first entry of a new owner after this entry, whose files must have their final names. */
    public LedgerEntry takenOver() {
        return successor().epoch(epoch + 1).build();
    }

    /** The entry after this one, whose files must have their final names, that keeps why the partition waits. */
    public LedgerEntry halted(Halt reason) {
        return successor().halt(Optional.of(reason)).build();
    }

    /** The entry after this one, all files of which are published, when a user sets the position. */
    public LedgerEntry movedTo(OptionalLong newNextOffset) {
        return movedTo(newNextOffset, published.isEmpty() ? last : OptionalLong.of(published.last()));
    }

    /**
     * The entry after this one when a user sets the position.
     *
     * @param end the largest offset that a file of this generation holds; -1 for none, empty where that is not known
     */
    public LedgerEntry movedTo(OptionalLong newNextOffset, OptionalLong end) {
        SortedMap<Integer, Long> newEnds = new TreeMap<>(ends);
        if (end.orElse(-1) >= 0) {
            newEnds.put(generation, end.getAsLong());
        }
        return successor()
                .epoch(epoch + 1)
                .movedTo(newNextOffset)
                .ends(newEnds)
                .halt(Optional.empty())
                .topicId(Optional.empty())
                .build();
    }

    /**
     * The first entry of a new owner after this entry, without files that the storage has dropped before they were
     * published: their offsets are written again.
     *
     * @throws IllegalArgumentException when they are too far below the position
     */
    public LedgerEntry withdrawing(List<LedgerFile> dropped) {
        List<OffsetSet> again = dropped.stream()
                .map(file -> file.upload().orElseThrow().offsets())
                .toList();
        long position = nextOffset.orElseThrow();
        long newPosition = Math.min(
                position,
                dropped.stream().mapToLong(LedgerFile::firstOffset).min().orElse(position));
        long end = Math.max(position, published.isEmpty() ? position : published.last() + 1);
        OffsetSet covered = OffsetSet.union(
                newPosition, List.of(OffsetSet.without(newPosition, position, again), minus(published, again, end)));
        List<OffsetSet> allWithdrawn = new ArrayList<>(again);
        allWithdrawn.add(withdrawn);
        // Some of the covered offsets may be in no file.
        return successor()
                .epoch(epoch + 1)
                .position(OptionalLong.of(newPosition), OptionalLong.empty(), covered)
                .withdrawn(OffsetSet.union(newPosition, allWithdrawn))
                .build();
    }

    private static OffsetSet minus(OffsetSet published, List<OffsetSet> again, long end) {
        List<OffsetSet> absent = new ArrayList<>(again);
        absent.add(OffsetSet.without(published.base(), end, List.of(published)));
        return OffsetSet.without(published.base(), end, absent);
    }

    /** The next entry of the same owner; with files, it is not known which offset of them is the last one. */
    public LedgerEntry followedBy(long newNextOffset, OffsetSet newPublished, List<LedgerFile> newFiles) {
        boolean isSame =
                newFiles.isEmpty() && published.lastBelow(newNextOffset).isEmpty();
        return followedBy(newNextOffset, isSame ? last : OptionalLong.empty(), newPublished, newFiles);
    }

    /** The next entry of the same owner. */
    public LedgerEntry followedBy(
            long newNextOffset, OptionalLong newLast, OffsetSet newPublished, List<LedgerFile> newFiles) {
        return successor()
                .position(OptionalLong.of(newNextOffset), newLast, newPublished)
                .files(newFiles)
                .build();
    }

    /** The entry after this one, of the same owner and without files, as far as nothing is changed. */
    private Builder successor() {
        return new Builder(this, sequence + 1, UUID.randomUUID(), Optional.of(id))
                .files(List.of())
                .repeated(Optional.empty());
    }

    /** The same entry, as far as nothing is changed. */
    private Builder copy() {
        return new Builder(this, sequence, id, previous);
    }

    /** Whether it may be kept in memory or repeated: it has few files, and few published offsets. */
    public boolean isShort() {
        return files.size() <= SHORT_FILES_MAX && published.format().length() <= SHORT_PUBLISHED_MAX;
    }

    /** The same entry for those who need no more than what it has published: without uploads, and what it repeats. */
    public LedgerEntry withoutUploads() {
        return copy().files(files.stream().map(LedgerFile::withoutUpload).toList())
                .repeated(Optional.empty())
                .build();
    }

    /** The same entry, which knows what the table has; a position that is older than its own changes nothing. */
    public LedgerEntry knowing(TablePosition position) {
        boolean knowsAsMuch =
                table.filter(own -> own.sequence() >= position.sequence()).isPresent();
        return knowsAsMuch ? this : copy().table(Optional.of(position)).build();
    }

    /** The same entry, which repeats its predecessor if it has no files and the predecessor is short. */
    public LedgerEntry repeating(LedgerEntry predecessor) {
        boolean hasIds = predecessor.sequence == 1 || predecessor.previous.isPresent();
        return files.isEmpty() && hasIds && predecessor.isShort()
                ? copy().repeated(Optional.of(predecessor.withoutUploads())).build()
                : this;
    }

    /** The same entry, whose records are of the topic with this id. */
    public LedgerEntry ofTopic(Optional<String> newTopicId) {
        return copy().topicId(newTopicId).build();
    }

    /** The position in words. */
    public String positionText() {
        return nextOffset.isPresent() ? "offset " + nextOffset.getAsLong() : "the consumer group's position";
    }

    /** Whether this entry publishes a file of this path. */
    public boolean hasFile(String path) {
        return files.stream().anyMatch(file -> file.path().equals(path));
    }

    /** The same entry as if it did not publish this file. */
    public LedgerEntry without(String path) {
        List<LedgerFile> others =
                files.stream().filter(file -> !file.path().equals(path)).toList();
        return copy().files(others).build();
    }

    /** Whether the same offsets are durable after both entries, in the same generation. */
    public boolean hasPositionOf(LedgerEntry other) {
        return generation == other.generation
                && nextOffset.equals(other.nextOffset)
                && published.equals(other.published);
    }

    /** Whether the offset is below {@code nextOffset} or published, so that its record is not written again. */
    public boolean covers(long offset) {
        return nextOffset.isPresent() && offset < nextOffset.getAsLong() || published.contains(offset);
    }

    /** Whether files are uploads, which would be withdrawn if they were not found. */
    public boolean hasUploads() {
        return files.stream().anyMatch(file -> file.upload().isPresent());
    }

    /** The document. */
    public byte[] format() {
        return LedgerDocument.format(this);
    }

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException with the reason when it is not an entry
     */
    public static LedgerEntry parse(byte[] document) {
        return LedgerDocument.parse(document);
    }

    /** An entry that is made of another one. */
    private static final class Builder {
        private final long sequence;
        private final UUID id;
        private final Optional<UUID> previous;
        private long epoch = 1;
        private OptionalLong nextOffset = OptionalLong.empty();
        private OptionalLong last = NONE;
        private int generation;
        private OffsetSet published = OffsetSet.from(0);
        private List<LedgerFile> files = List.of();
        private SortedMap<Integer, Long> ends = new TreeMap<>();
        private OffsetSet withdrawn = OffsetSet.from(0);
        private Optional<Halt> halt = Optional.empty();
        private Optional<TablePosition> table = Optional.empty();
        private Optional<String> topicId = Optional.empty();
        private Optional<LedgerEntry> repeated = Optional.empty();

        private Builder(long sequence, UUID id, Optional<UUID> previous) {
            this.sequence = sequence;
            this.id = id;
            this.previous = previous;
        }

        Builder(LedgerEntry from, long sequence, UUID id, Optional<UUID> previous) {
            this(sequence, id, previous);
            epoch = from.epoch;
            nextOffset = from.nextOffset;
            last = from.last;
            generation = from.generation;
            published = from.published;
            files = from.files;
            ends = from.ends;
            withdrawn = from.withdrawn;
            halt = from.halt;
            table = from.table;
            topicId = from.topicId;
            repeated = from.repeated;
        }

        static Builder first() {
            return new Builder(1, UUID.randomUUID(), Optional.empty());
        }

        Builder epoch(long changed) {
            epoch = changed;
            return this;
        }

        Builder generation(int changed) {
            generation = changed;
            return this;
        }

        /** What was withdrawn below the position has come again. */
        Builder position(OptionalLong newNextOffset, OptionalLong newLast, OffsetSet newPublished) {
            nextOffset = newNextOffset;
            last = newLast;
            published = newPublished;
            withdrawn = OffsetSet.union(newNextOffset.orElse(0), List.of(withdrawn));
            return this;
        }

        /** Begins a generation, which has no file yet. */
        Builder movedTo(OptionalLong newNextOffset) {
            generation++;
            withdrawn = OffsetSet.from(0);
            return position(newNextOffset, NONE, OffsetSet.from(newNextOffset.orElse(0)));
        }

        Builder files(List<LedgerFile> changed) {
            files = changed;
            return this;
        }

        Builder ends(SortedMap<Integer, Long> changed) {
            ends = changed;
            return this;
        }

        Builder withdrawn(OffsetSet changed) {
            withdrawn = changed;
            return this;
        }

        Builder halt(Optional<Halt> changed) {
            halt = changed;
            return this;
        }

        Builder table(Optional<TablePosition> changed) {
            table = changed;
            return this;
        }

        Builder topicId(Optional<String> changed) {
            topicId = changed;
            return this;
        }

        Builder repeated(Optional<LedgerEntry> changed) {
            repeated = changed;
            return this;
        }

        LedgerEntry build() {
            return new LedgerEntry(
                    sequence,
                    id,
                    previous,
                    epoch,
                    nextOffset,
                    last,
                    generation,
                    published,
                    files,
                    ends,
                    withdrawn,
                    halt,
                    table,
                    topicId,
                    repeated);
        }
    }
}

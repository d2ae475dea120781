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
 * Which offsets of a topic-partition are durable after a commit, and which files the commit publishes. As a document:
 *
 * <pre>
 * {"format": 2, "seq": 8, "id": "5f0c...", "previous": "92d1...", "epoch": 3, "nextOffset": 2, "last": 1,
 *  "generation": 0, "published": "OjAAAAEAAA...",
 *  "files": [{"temp": "3-1b4e...tmp", "final": "topics/orders/partition=0/orders+0+0000000001+0000000005.parquet",
 *             "first": 1, "last": 5, "rows": 3, "bytes": 1234}]}
 * </pre>
 *
 * <p>{@code withdrawnOffsets} are there while records are read again whose files the storage has dropped, with {@code
 * withdrawn}, the offset after the last of them, for earlier versions. {@code "ends": {"0": 49}} is there where
 * somebody has moved the position. An upload also has {@code "receipt"}, its handle, and {@code "offsets"}; the entry
 * then has format 3. {@code previous} is missing in entry 1. {@code nextOffset} is missing until the first records are
 * durable or a user sets it; the consumer group's position applies until then. {@code published} is missing when it is
 * empty. {@code halt} is there while the partition waits for a person: {@code {"cause": "topic-recreated", "beginning":
 * 0, "message": "..."}}; the entry then has format 4. {@code table} is there where the files go to a table: {@code "7
 * 92d1..."}. {@code "topicId": "X2sF..."} is there where the brokers were asked. Unknown fields are ignored. Entries of
 * format 1 have neither {@code id} nor {@code previous}: their id is computed from their bytes. {@code repeated} is
 * there in entries without files of a ledger that feeds a table: the document of a short predecessor, which an appender
 * then need not read.
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
 * @param table the largest position that the table of this ledger was known to have; empty without a table
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
    private static final SortedMap<Integer, Long> NO_ENDS = new TreeMap<>();

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

    /** An entry of which the last offset is not known, with nothing of earlier generations and no withdrawn file. */
    public LedgerEntry(
            long sequence,
            UUID id,
            Optional<UUID> previous,
            long epoch,
            OptionalLong nextOffset,
            int generation,
            OffsetSet published,
            List<LedgerFile> files,
            Optional<Halt> halt) {
        this(
                sequence,
                id,
                previous,
                epoch,
                nextOffset,
                OptionalLong.empty(),
                generation,
                published,
                files,
                NO_ENDS,
                OffsetSet.from(nextOffset.orElse(0)),
                halt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The first entry of a ledger. */
    public static LedgerEntry first() {
        return firstAt(0, OptionalLong.empty());
    }

    /** The first entry of a ledger when a user sets the position before there is one. */
    public static LedgerEntry firstAt(OptionalLong nextOffset) {
        return firstAt(1, nextOffset);
    }

    /** The first entry of a ledger that continues another one. */
    public static LedgerEntry firstLike(LedgerEntry other) {
        return first(
                        other.generation,
                        other.nextOffset,
                        other.last,
                        other.published,
                        other.ends,
                        other.withdrawn,
                        other.halt)
                .ofTopic(other.topicId);
    }

    private static LedgerEntry firstAt(int generation, OptionalLong nextOffset) {
        OffsetSet none = OffsetSet.from(nextOffset.orElse(0));
        return first(generation, nextOffset, NONE, none, NO_ENDS, none, Optional.empty());
    }

    private static LedgerEntry first(
            int generation,
            OptionalLong nextOffset,
            OptionalLong last,
            OffsetSet published,
            SortedMap<Integer, Long> ends,
            OffsetSet withdrawn,
            Optional<Halt> halt) {
        return new LedgerEntry(
                1,
                UUID.randomUUID(),
                Optional.empty(),
                1,
                nextOffset,
                last,
                generation,
                published,
                List.of(),
                ends,
                withdrawn,
                halt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The first entry of a new owner after this entry, whose files must have their final names. */
    public LedgerEntry takenOver() {
        return successor(epoch + 1, nextOffset, last, generation, published, List.of(), ends, withdrawn, halt);
    }

    /** The entry after this one, whose files must have their final names, that keeps why the partition waits. */
    public LedgerEntry halted(Halt reason) {
        return successor(
                epoch, nextOffset, last, generation, published, List.of(), ends, withdrawn, Optional.of(reason));
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
        OffsetSet none = OffsetSet.from(newNextOffset.orElse(0));
        return successor(
                        epoch + 1,
                        newNextOffset,
                        NONE,
                        generation + 1,
                        none,
                        List.of(),
                        newEnds,
                        none,
                        Optional.empty())
                .ofTopic(Optional.empty());
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
        return successor(
                epoch + 1,
                OptionalLong.of(newPosition),
                OptionalLong.empty(),
                generation,
                covered,
                List.of(),
                ends,
                OffsetSet.union(newPosition, allWithdrawn),
                halt);
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
        return successor(
                epoch,
                OptionalLong.of(newNextOffset),
                newLast,
                generation,
                newPublished,
                newFiles,
                ends,
                OffsetSet.union(newNextOffset, List.of(withdrawn)),
                halt);
    }

    private LedgerEntry successor(
            long newEpoch,
            OptionalLong newNextOffset,
            OptionalLong newLast,
            int newGeneration,
            OffsetSet newPublished,
            List<LedgerFile> newFiles,
            SortedMap<Integer, Long> newEnds,
            OffsetSet newWithdrawn,
            Optional<Halt> newHalt) {
        return new LedgerEntry(
                sequence + 1,
                UUID.randomUUID(),
                Optional.of(id),
                newEpoch,
                newNextOffset,
                newLast,
                newGeneration,
                newPublished,
                newFiles,
                newEnds,
                newWithdrawn,
                newHalt,
                table,
                topicId,
                Optional.empty());
    }

    /** Whether it may be kept in memory or repeated: it has few files, and few published offsets. */
    public boolean isShort() {
        return files.size() <= SHORT_FILES_MAX && published.format().length() <= SHORT_PUBLISHED_MAX;
    }

    /** The same entry for those who need no more than what it has published: without uploads, and what it repeats. */
    public LedgerEntry withoutUploads() {
        return with(files.stream().map(LedgerFile::withoutUpload).toList(), table, topicId, Optional.empty());
    }

    private LedgerEntry with(List<LedgerFile> newFiles, Optional<TablePosition> newTable, Optional<String> newTopicId) {
        return with(newFiles, newTable, newTopicId, repeated);
    }

    private LedgerEntry with(
            List<LedgerFile> newFiles,
            Optional<TablePosition> newTable,
            Optional<String> newTopicId,
            Optional<LedgerEntry> newRepeated) {
        return new LedgerEntry(
                sequence,
                id,
                previous,
                epoch,
                nextOffset,
                last,
                generation,
                published,
                newFiles,
                ends,
                withdrawn,
                halt,
                newTable,
                newTopicId,
                newRepeated);
    }

    /** The same entry, which knows what the table has; a position that is older than its own changes nothing. */
    public LedgerEntry knowing(TablePosition position) {
        boolean knowsAsMuch =
                table.filter(own -> own.sequence() >= position.sequence()).isPresent();
        return knowsAsMuch ? this : with(files, Optional.of(position), topicId);
    }

    /** The same entry, which repeats its predecessor if it has no files and the predecessor is short. */
    public LedgerEntry repeating(LedgerEntry predecessor) {
        boolean hasIds = predecessor.sequence == 1 || predecessor.previous.isPresent();
        return files.isEmpty() && hasIds && predecessor.isShort()
                ? with(files, table, topicId, Optional.of(predecessor.withoutUploads()))
                : this;
    }

    /** The same entry, whose records are of the topic with this id. */
    public LedgerEntry ofTopic(Optional<String> newTopicId) {
        return with(files, table, newTopicId);
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
        return with(others, table, topicId);
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
    public static LedgerEntry parse(byte[] bytes) {
        return LedgerDocument.parse(bytes);
    }
}

package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.TablePosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The entries of a ledger that a table does not have and that are ready: each has a successor. Only then have all its
 * files their final names, and only then is it known whether the successor withdraws one.
 *
 * @param entries in the order of the ledger
 * @param isCut whether there may be more, which were not read
 * @param fault why nothing of this ledger may be appended; empty when it may
 */
record ReadyEntries(List<Ready> entries, boolean isCut, Optional<String> fault) {
    private static final int ENTRIES_MAX = 1_000;

    /**
     * An entry that is ready.
     *
     * @param position of the table once it has the entry
     * @param files that the table is to get
     * @param nextOffset every offset below it is in these files or in those of earlier entries, or in none
     */
    record Ready(TablePosition position, List<LedgerFile> files, long nextOffset) {
        Ready {
            files = List.copyOf(files);
        }
    }

    ReadyEntries {
        entries = List.copyOf(entries);
    }

    private static ReadyEntries nothing() {
        return new ReadyEntries(List.of(), false, Optional.empty());
    }

    private static ReadyEntries fault(String what) {
        return new ReadyEntries(List.of(), false, Optional.of(what));
    }

    /**
     * Reads the ledger.
     *
     * @param at the position of the table; empty when it has none
     * @param listed the highest number of an entry as {@link LedgerReader#newestSequence} returns it
     * @param filesMax entries are read until they have so many files
     */
    static ReadyEntries after(Optional<TablePosition> at, LedgerReader ledger, OptionalLong listed, int filesMax)
            throws IOException {
        try {
            Optional<LedgerReader.InLine> newest = ledger.newest(listed);
            if (newest.isEmpty()) {
                return sequence(at) == 0 ? nothing() : fault("there is no ledger");
            }
            Optional<String> lost = lost(at, newest.get().entry());
            return lost.isPresent() ? fault(lost.get()) : read(at, newest.get(), ledger, filesMax);
        } catch (LedgerException e) {
            return fault(e.getMessage());
        }
    }

    private static long sequence(Optional<TablePosition> at) {
        return at.map(TablePosition::sequence).orElse(0L);
    }

    /** What says that the table has less than it had, or follows another ledger. */
    private static Optional<String> lost(Optional<TablePosition> at, LedgerEntry newest) {
        long has = sequence(at);
        Optional<TablePosition> had = newest.table();
        boolean isSame =
                had.isEmpty() || had.get().sequence() < has || had.get().sequence() == has && had.equals(at);
        if (!isSame) {
            return Optional.of("the table once had " + had.get().text());
        }
        if (newest.sequence() < has) {
            return Optional.of("the newest entry of the ledger is " + newest.sequence());
        }
        if (newest.sequence() == has && !newest.id().equals(at.get().id())) {
            return Optional.of("the entry of this number in the ledger is " + newest.id());
        }
        boolean isNext = has > 0 && newest.sequence() == has + 1;
        return isNext && !follows(newest, at.flatMap(TablePosition::previous))
                ? Optional.of(another(newest))
                : Optional.empty();
    }

    private static ReadyEntries read(
            Optional<TablePosition> at, LedgerReader.InLine last, LedgerReader ledger, int filesMax)
            throws IOException {
        LedgerEntry newest = last.entry();
        long has = sequence(at);
        Optional<UUID> previous = at.flatMap(TablePosition::previous);
        List<Ready> found = new ArrayList<>();
        int files = 0;
        Optional<LedgerEntry> entry = has + 1 < newest.sequence() ? entry(has + 1, last, ledger) : Optional.empty();
        for (long sequence = has + 1; sequence < newest.sequence(); sequence++) {
            if (found.size() == ENTRIES_MAX || files >= filesMax) {
                return new ReadyEntries(found, true, Optional.empty());
            }
            if (entry.isEmpty()) {
                return fault("entry " + sequence + " of the ledger was deleted before the table had it");
            }
            LedgerEntry ready = entry.get();
            if (!follows(ready, previous)) {
                return fault(another(ready));
            }
            Optional<LedgerEntry> successor = entry(sequence + 1, last, ledger);
            if (successor.isEmpty() || !follows(successor.get(), Optional.of(ready.id()))) {
                break;
            }
            List<LedgerFile> kept = ready.files().stream()
                    .filter(file -> !isWithdrawn(file, ready, successor.get()))
                    .toList();
            found.add(new Ready(new TablePosition(sequence, ready.id()), kept, nextOffset(ready, successor.get())));
            files += kept.size();
            previous = Optional.of(ready.id());
            entry = successor;
        }
        return new ReadyEntries(found, false, Optional.empty());
    }

    /** The last two entries of the line have been read. */
    private static Optional<LedgerEntry> entry(long sequence, LedgerReader.InLine last, LedgerReader ledger)
            throws IOException {
        if (sequence == last.entry().sequence()) {
            return Optional.of(last.entry());
        }
        Optional<LedgerEntry> predecessor = last.predecessor().filter(entry -> entry.sequence() == sequence);
        return predecessor.isPresent() ? predecessor : ledger.read(sequence);
    }

    private static String another(LedgerEntry entry) {
        return "entry " + entry.sequence() + " of the ledger follows "
                + entry.previous().map(UUID::toString).orElse("nothing");
    }

    /** Entries of the first versions do not say what they follow. */
    private static boolean follows(LedgerEntry entry, Optional<UUID> previous) {
        return entry.previous().equals(previous) || entry.previous().isEmpty() && entry.sequence() > 1;
    }

    /** A successor that withdraws a file goes back before the file. */
    private static long nextOffset(LedgerEntry entry, LedgerEntry successor) {
        long own = entry.nextOffset().orElse(0);
        return successor.generation() == entry.generation()
                ? Math.min(own, successor.nextOffset().orElse(own))
                : own;
    }

    /** A successor that withdraws a file has its offsets written again. */
    private static boolean isWithdrawn(LedgerFile file, LedgerEntry entry, LedgerEntry successor) {
        return successor.generation() == entry.generation() && !successor.covers(file.firstOffset());
    }
}

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
 * <p>Entries that follow one another by their ids from the position of the table to the newest are in the line, without
 * a look for the predecessor of the newest: no owner deletes an entry that the table does not have, so none of these
 * numbers was ever free a second time. So one of them may be known from what its successor {@linkplain
 * LedgerEntry#repeated repeats}, or from an earlier look. Where the ids do not fit, all are read by the rule of {@link
 * LedgerReader}.
 *
 * <p>Owners of a time without a table have deleted such entries, and a late owner may then have created one under their
 * number. Nothing follows it by id: that is a fault, for what follows is lost to the table until a person decides.
 *
 * @param entries in the order of the ledger
 * @param isCut whether there may be more, which were not read
 * @param fault why nothing of this ledger may be appended; empty when it may
 * @param newest of the line; empty where it was not found
 */
record ReadyEntries(List<Ready> entries, boolean isCut, Optional<String> fault, Optional<LedgerEntry> newest) {
    private static final int ENTRIES_MAX = 1_000;

    /** Entries that are in memory at the same time. */
    private static final int FOLLOWED_MAX = 16;

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
        return new ReadyEntries(List.of(), false, Optional.empty(), Optional.empty());
    }

    private static ReadyEntries fault(String what) {
        return new ReadyEntries(List.of(), false, Optional.of(what), Optional.empty());
    }

    /**
     * Reads what is new in a ledger that has just been listed.
     *
     * @param known an entry that was the newest of the line once
     */
    static ReadyEntries after(
            TablePosition at,
            LedgerReader ledger,
            ConnectorLedgers.Listed listed,
            int filesMax,
            Optional<LedgerEntry> known)
            throws IOException {
        try {
            List<LedgerEntry> line = line(at, ledger, listed, known);
            if (!line.isEmpty()) {
                LedgerEntry newest = line.get(line.size() - 1);
                Optional<String> lost = lost(Optional.of(at), newest);
                return lost.isPresent()
                        ? fault(lost.get())
                        : read(
                                Optional.of(at),
                                newest,
                                sequence -> Optional.of(line.get((int) (sequence - at.sequence() - 1))),
                                filesMax);
            }
        } catch (LedgerException e) {
            return fault(e.getMessage());
        }
        return after(Optional.of(at), ledger, listed.newest(), filesMax);
    }

    /** All entries after the position, if they follow from it; else empty. */
    private static List<LedgerEntry> line(
            TablePosition at, LedgerReader ledger, ConnectorLedgers.Listed listed, Optional<LedgerEntry> known)
            throws IOException {
        long first = at.sequence() + 1;
        long last = listed.highest();
        if (at.sequence() == 0 || last < first || last - first >= FOLLOWED_MAX || listed.second() != last - 1) {
            return List.of();
        }
        Optional<LedgerEntry> newest = ledger.read(last);
        if (newest.isEmpty()) {
            return List.of();
        }
        List<LedgerEntry> line = new ArrayList<>();
        UUID previous = at.id();
        for (long sequence = first; sequence <= last; sequence++) {
            long number = sequence;
            Optional<LedgerEntry> entry = sequence == last ? newest : known.filter(each -> each.sequence() == number);
            if (entry.isEmpty()) {
                entry = sequence == last - 1 ? newest.get().repeated() : Optional.empty();
            }
            if (entry.isEmpty()) {
                entry = ledger.read(sequence);
            }
            if (entry.isEmpty() || !entry.get().previous().equals(Optional.of(previous))) {
                return List.of();
            }
            line.add(entry.get());
            previous = entry.get().id();
        }
        return line;
    }

    /** Finds an entry by its number. */
    @FunctionalInterface
    private interface Entries {
        Optional<LedgerEntry> numbered(long sequence) throws IOException;
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
            return after(at, ledger, newest.get(), filesMax);
        } catch (LedgerException e) {
            return fault(e.getMessage());
        }
    }

    private static ReadyEntries after(
            Optional<TablePosition> at, LedgerReader ledger, LedgerReader.InLine newest, int filesMax)
            throws IOException {
        Optional<String> lost = lost(at, newest.entry());
        return lost.isPresent()
                ? fault(lost.get())
                : read(at, newest.entry(), sequence -> entry(sequence, newest, ledger), filesMax);
    }

    /**
     * Reads the ledger where there is no table; it is a fault if, by the ledger, a table has had files of it.
     *
     * @param listed as above
     */
    static ReadyEntries withoutTable(LedgerReader ledger, OptionalLong listed) throws IOException {
        try {
            Optional<LedgerReader.InLine> newest = ledger.newest(listed);
            if (newest.isEmpty()) {
                return nothing();
            }
            Optional<TablePosition> beginning = newest.get().entry().table().filter(had -> had.sequence() == 0);
            return after(beginning, ledger, newest.get(), 1);
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
            return Optional.of(
                    had.get().sequence() > 0
                            ? "the table once had " + had.get().text()
                            : "it may lack files that no entry of the ledger names, as after `ledger rename`;"
                                    + " `parquetry table adopt CONNECTOR.json --files --yes` gives it these");
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

    private static ReadyEntries read(Optional<TablePosition> at, LedgerEntry newest, Entries all, int filesMax)
            throws IOException {
        long has = sequence(at);
        Optional<UUID> previous = at.flatMap(TablePosition::previous);
        List<Ready> found = new ArrayList<>();
        int files = 0;
        Optional<LedgerEntry> ready = Optional.empty();
        for (long sequence = has + 1; sequence <= newest.sequence(); sequence++) {
            Optional<LedgerEntry> entry = all.numbered(sequence);
            if (entry.isEmpty()) {
                return fault("entry " + sequence + " of the ledger was deleted before the table had it");
            }
            if (!follows(entry.get(), previous)) {
                return fault(another(entry.get()));
            }
            if (ready.isPresent()) {
                found.add(ready(ready.get(), entry.get()));
                files += found.get(found.size() - 1).files().size();
                if (sequence < newest.sequence() && (found.size() == ENTRIES_MAX || files >= filesMax)) {
                    return new ReadyEntries(found, true, Optional.empty(), Optional.of(newest));
                }
            }
            previous = entry.map(LedgerEntry::id);
            ready = entry;
        }
        return new ReadyEntries(found, false, Optional.empty(), Optional.of(newest));
    }

    private static Ready ready(LedgerEntry entry, LedgerEntry successor) {
        List<LedgerFile> kept = entry.files().stream()
                .filter(file -> !isWithdrawn(file, entry, successor))
                .toList();
        return new Ready(new TablePosition(entry.sequence(), entry.id()), kept, nextOffset(entry, successor));
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

package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * An entry without a predecessor, since the directory was deleted while its creator was suspended. In a new ledger it
 * has the highest number and blocks it; if the old entries are restored, it counts although the files that it names are
 * gone. So its creator deletes it, if all this holds:
 *
 * <ol type="a">
 *   <li>Two listings, together faster than the grace period, find no higher number. Then the line does not go on after
 *       it: what was newest when the second one began was there during one of them, since no entry is deleted before
 *       it is as old as the grace period. So the predecessor was not deleted by an owner.
 *   <li>The predecessor is still not there after them.
 *   <li>The newest entry below is in the line, and is not the predecessor of the missing one: where only one entry is
 *       missing, it may be restored. Or there is no entry below.
 *   <li>The ledger below is so many entries behind that it does not reach the number within the grace period, in which
 *       a repeated request may delete the entry of this number again.
 * </ol>
 */
final class StrayEntry {
    private static final Log LOG = Log.of(StrayEntry.class);

    private final Storage storage;
    private final LedgerDirectory directory;
    private final LedgerReader reader;
    private final Duration grace;
    private final EntryAges ages;

    /**
     * What is left of the ledger beside the stray entry.
     *
     * @param intact number of the newest entry below the stray one, if it is in the line
     * @param deleted whether the stray entry was deleted
     */
    record Remains(OptionalLong intact, boolean deleted) {}

    StrayEntry(Storage storage, LedgerDirectory directory, LedgerReader reader, Duration grace, EntryAges ages) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.grace = Objects.requireNonNull(grace, "grace");
        this.ages = Objects.requireNonNull(ages, "ages");
    }

    /**
     * Deletes an entry of this owner that was found not to be in the line, if that is safe.
     *
     * @param predecessor that the entry names
     * @return empty when others have gone on: the entry is not there, or not the newest
     * @throws IOException also when the predecessor is there after all
     */
    Optional<Remains> remove(LedgerEntry entry, LedgerEntry predecessor) throws IOException {
        long startMs = ages.nowMs();
        if (!reader.isThere(entry) || !isNewest(entry, numbers())) {
            return Optional.empty();
        }
        TreeSet<Long> numbers = numbers();
        if (!isNewest(entry, numbers)) {
            return Optional.empty();
        }
        boolean certain = ages.nowMs() - startMs < grace.toMillis();
        if (reader.isInLine(entry)) {
            throw new IOException("the ledger entry " + directory.entry(predecessor.sequence()) + " in " + storage.url()
                    + " was missing at the first request and is there at the second; if this repeats, check the mount");
        }
        Long below = numbers.lower(entry.sequence());
        Optional<LedgerEntry> newestBelow = below == null ? Optional.empty() : inLine(below);
        OptionalLong intact =
                newestBelow.map(found -> OptionalLong.of(found.sequence())).orElse(OptionalLong.empty());
        boolean understood = below == null || newestBelow.isPresent() && !isBefore(newestBelow.get(), predecessor);
        boolean far = entry.sequence() - (below == null ? 0 : below) > grace.toSeconds();
        return Optional.of(new Remains(intact, certain && understood && far && reader.isThere(entry) && delete(entry)));
    }

    private TreeSet<Long> numbers() throws IOException {
        TreeSet<Long> numbers = new TreeSet<>();
        storage.list(
                directory.path(),
                file -> LedgerDirectory.sequenceOf(file.name()).ifPresent(numbers::add));
        return numbers;
    }

    private static boolean isNewest(LedgerEntry entry, TreeSet<Long> numbers) {
        return !numbers.isEmpty() && numbers.last() == entry.sequence();
    }

    private Optional<LedgerEntry> inLine(long sequence) throws IOException {
        Optional<LedgerEntry> entry = reader.read(sequence);
        return entry.isPresent() && reader.isInLine(entry.get()) ? entry : Optional.empty();
    }

    private static boolean isBefore(LedgerEntry found, LedgerEntry predecessor) {
        return found.sequence() == predecessor.sequence() - 1
                && predecessor.previous().map(found.id()::equals).orElse(true);
    }

    private boolean delete(LedgerEntry entry) {
        String path = directory.entry(entry.sequence());
        try {
            storage.delete(path);
            LOG.warn(
                    "{} in {} was deleted by the task that had created it: its predecessor is gone, so no entry can"
                            + " follow it",
                    path,
                    storage.url());
            return true;
        } catch (IOException e) {
            LOG.debug("{} stays", path, e);
            return false;
        }
    }
}

package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;

/** What a person does with a ledger whose connector has stopped. Each of these takes the ledger over. */
public final class LedgerRepairs {
    private final Ledger ledger;

    public LedgerRepairs(Ledger ledger) {
        this.ledger = Objects.requireNonNull(ledger, "ledger");
    }

    /**
     * Takes the ledger over without a file of the newest entry that cannot be published. Its offsets are then in no
     * file.
     *
     * @throws LedgerException when the newest entry has no such file
     */
    public LedgerEntry takeOverWithout(String path) throws IOException {
        return ledger.begin(newest -> {
            LedgerEntry entry = newest.filter(found -> found.hasFile(path))
                    .orElseThrow(() -> new LedgerException("the newest entry of the ledger of " + ledger.described()
                            + " has no file " + path + ", so there is nothing to forget"));
            return ledger.successor(entry.without(path));
        });
    }

    /**
     * Begins the ledger where another one is, whose connector must have stopped and whose files must be published.
     *
     * @throws LedgerException when the ledger has begun at another position
     */
    public LedgerEntry continueFrom(LedgerEntry other) throws IOException {
        return ledger.begin(newest -> {
            if (newest.isEmpty()) {
                return LedgerEntry.firstLike(other);
            }
            if (!newest.get().hasPositionOf(other)) {
                throw new LedgerException("the ledger of " + ledger.described() + " already has a position, "
                        + newest.get().positionText() + ", so it cannot continue another ledger. Choose another name");
            }
            return ledger.takenOver(newest);
        });
    }

    /**
     * Sets the position. Files that are written from there on have names of a new generation, so that they never
     * collide with files that hold the same offsets. The files of earlier entries are not needed.
     *
     * @param nextOffset the position; empty to start where the consumer group starts
     */
    public LedgerEntry moveTo(OptionalLong nextOffset) throws IOException {
        return ledger.begin(newest -> {
            if (newest.isEmpty()) {
                return LedgerEntry.firstAt(nextOffset);
            }
            return ledger.completeWhereFree(newest.get())
                    ? newest.get().movedTo(nextOffset)
                    : newest.get().movedTo(nextOffset, OptionalLong.empty());
        });
    }
}

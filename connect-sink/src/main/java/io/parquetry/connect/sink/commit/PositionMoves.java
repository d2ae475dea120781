package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.log.Log;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells a new owner that the position was moved since the last one. Connect moves the offsets of the consumer group
 * after the ledger's, and does not tell the connector when it refuses that.
 */
final class PositionMoves {
    private static final Log LOG = Log.of(PositionMoves.class);

    private final LedgerReader reader;
    private final LedgerAdvice advice;

    PositionMoves(LedgerReader reader, LedgerAdvice advice) {
        this.reader = Objects.requireNonNull(reader, "reader");
        this.advice = Objects.requireNonNull(advice, "advice");
    }

    /** Called before the entry of the new owner is created, after which the move is not the newest entry any more. */
    void warnOfMove(LedgerEntry newest) throws IOException {
        if (newest.generation() == 0 || !isMove(newest)) {
            return;
        }
        Optional<LedgerEntry> from = before(newest);
        while (from.isPresent() && isMove(from.get())) {
            from = before(from.get());
        }
        LOG.warn(
                "{}: begins at another position: it was moved from {} to {}. If Connect refused the request that moved"
                        + " it, stop the connector and move it back",
                advice.ledger(),
                from.map(LedgerEntry::positionText).orElse("no position"),
                newest.positionText());
    }

    private Optional<LedgerEntry> before(LedgerEntry entry) throws IOException {
        return entry.sequence() == 1 ? Optional.empty() : reader.read(entry.sequence() - 1);
    }

    private boolean isMove(LedgerEntry entry) throws IOException {
        return entry.sequence() == 1
                ? entry.generation() > 0
                : before(entry)
                        .filter(before -> before.generation() < entry.generation())
                        .isPresent();
    }
}

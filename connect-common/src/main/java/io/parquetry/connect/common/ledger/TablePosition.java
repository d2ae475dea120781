package io.parquetry.connect.common.ledger;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last entry of a ledger whose files are in a table.
 *
 * @param sequence number of the entry; 0 while no file is in the table and the first are about to be appended
 * @param id of the entry, since numbers begin at 1 in another ledger; any id with 0
 */
public record TablePosition(long sequence, UUID id) {
    private static final Pattern TEXT = Pattern.compile("(0|[1-9][0-9]{0,17}) ([0-9a-f-]{36})");

    public TablePosition {
        Objects.requireNonNull(id, "id");
    }

    /** A position before entry 1. */
    public static TablePosition beginning() {
        return new TablePosition(0, UUID.randomUUID());
    }

    /** The entry that the next one follows; empty before entry 1. */
    public Optional<UUID> previous() {
        return sequence == 0 ? Optional.empty() : Optional.of(id);
    }

    /** The text form: the number, a space, the id. */
    public String text() {
        return sequence + " " + id;
    }

    /** Reads the text form; empty when it is none. */
    public static Optional<TablePosition> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        try {
            return matcher.matches()
                    ? Optional.of(
                            new TablePosition(Long.parseLong(matcher.group(1)), UUID.fromString(matcher.group(2))))
                    : Optional.empty();
        } catch (IllegalArgumentException notAnId) {
            return Optional.empty();
        }
    }
}

package io.parquetry.connect.common.ledger;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last entry of a ledger whose files are in a table.
 *
 * @param sequence number of the entry
 * @param id of the entry, since numbers begin anew with another ledger
 */
public record TablePosition(long sequence, UUID id) {
    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,17}) ([0-9a-f-]{36})");

    public TablePosition {
        Objects.requireNonNull(id, "id");
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

package io.parquetry.cli.failure;

import java.io.Serial;

/** A command failed; the message is for the user and says what is wrong, where, and what to do. */
public final class CommandException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public CommandException(String message) {
        super(message);
    }

    public CommandException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A text is in another encoding, or is compressed. */
    public static CommandException ofEncoding(String place, Throwable cause) {
        return new CommandException(
                place + ": is no UTF-8 text; convert it first, as with iconv -t UTF-8, or decompress it", cause);
    }
}

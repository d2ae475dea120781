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
}

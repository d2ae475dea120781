package io.parquetry.connect.common.log;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/**
 * Text for logs and messages. Values, column names and file names come from others: with a line break in them, they
 * could forge a line of a log. So characters that do not show (controls, line separators, marks that turn the direction
 * of writing, halves of a pair) are written as {@code \n} or <code>\u001b</code>.
 */
public final class Escaped {
    private Escaped() {}

    /** The text, with what does not show escaped; the text itself where nothing needs it. */
    public static String text(String text) {
        if (text == null) {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            if (isHidden(text, i)) {
                return escaped(text, i);
            }
        }
        return text;
    }

    private static boolean isHidden(String text, int at) {
        char c = text.charAt(at);
        if (c >= ' ' && c < 0x7f) {
            return false;
        } else if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        } else if (Character.isLowSurrogate(c)) {
            return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String escaped(String text, int first) {
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isHidden(text, i)) {
                out.append(c);
            } else {
                switch (c) {
                    case '\n' -> out.append("\\n");
                    case '\r' -> out.append("\\r");
                    case '\t' -> out.append("\\t");
                    default -> out.append(String.format("\\u%04x", (int) c));
                }
            }
        }
        return out.toString();
    }

    /**
     * The exception with escaped messages, its causes too; the exception itself where nothing needs it. Where something
     * does, the exception stays retriable or not, and the causes keep their stack traces and the names of their
     * classes.
     */
    public static RuntimeException exception(RuntimeException exception) {
        if (isHarmless(exception)) {
            return exception;
        }
        String message = text(exception.getMessage());
        Throwable cause = exception.getCause() == null ? null : copy(exception.getCause(), newSet());
        RuntimeException copy = exception instanceof RetriableException
                ? new RetriableException(message, cause)
                : new ConnectException(message, cause);
        copy.setStackTrace(exception.getStackTrace());
        return copy;
    }

    /** The same for an exception that is only shown. */
    static Throwable shown(Throwable exception) {
        return isHarmless(exception) ? exception : copy(exception, newSet());
    }

    private static Set<Throwable> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static boolean isHarmless(Throwable exception) {
        return isHarmless(exception, newSet());
    }

    /** @param seen ends cycles, which causes and suppressed exceptions may have */
    private static boolean isHarmless(Throwable exception, Set<Throwable> seen) {
        for (Throwable current = exception; current != null && seen.add(current); current = current.getCause()) {
            String message = current.getMessage();
            if (message != null && text(message) != message) {
                return false;
            }
            for (Throwable suppressed : current.getSuppressed()) {
                if (!isHarmless(suppressed, seen)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Throwable copy(Throwable exception, Set<Throwable> seen) {
        if (!seen.add(exception)) {
            return null;
        }
        Throwable cause = exception.getCause() == null ? null : copy(exception.getCause(), seen);
        Throwable copy = new Copy(exception.getClass().getName() + ": " + text(exception.getMessage()), cause);
        copy.setStackTrace(exception.getStackTrace());
        return copy;
    }

    /** Its message begins with the class of the exception that it stands for. */
    private static final class Copy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Copy(String message, Throwable cause) {
            super(message, cause);
        }
    }
}

package io.parquetry.connect.common.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logger of a class; it escapes all arguments, as {@link Escaped} does. Formats are those of slf4j. */
public final class Log {
    private final Logger logger;

    private Log(Logger logger) {
        this.logger = logger;
    }

    public static Log of(Class<?> logging) {
        return new Log(LoggerFactory.getLogger(logging));
    }

    public void debug(String format, Object... arguments) {
        if (logger.isDebugEnabled()) {
            logger.debug(format, escaped(arguments));
        }
    }

    public void info(String format, Object... arguments) {
        if (logger.isInfoEnabled()) {
            logger.info(format, escaped(arguments));
        }
    }

    public void warn(String format, Object... arguments) {
        if (logger.isWarnEnabled()) {
            logger.warn(format, escaped(arguments));
        }
    }

    public void error(String format, Object... arguments) {
        if (logger.isErrorEnabled()) {
            logger.error(format, escaped(arguments));
        }
    }

    /** Numbers stay, an exception in the last place keeps its stack trace, and all else becomes text. */
    static Object[] escaped(Object... arguments) {
        Object[] escaped = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (argument == null || argument instanceof Number || argument instanceof Boolean) {
                escaped[i] = argument;
            } else if (argument instanceof Throwable thrown && i == arguments.length - 1) {
                escaped[i] = Escaped.shown(thrown);
            } else {
                escaped[i] = Escaped.text(argument.toString());
            }
        }
        return escaped;
    }
}

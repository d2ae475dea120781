package io.parquetry.cli.csv;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * The characters of CSV without a byte order mark. Knows where they end, which {@code CsvReader} does not say: within
 * quotes, the last field would hold all text since a quote that was never closed.
 */
final class CsvCharacters extends FilterReader {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final char delimiter;
    private State state = State.FIELD_BEGIN;
    private boolean atBegin = true;
    private boolean ended;

    private enum State {
        FIELD_BEGIN,
        PLAIN,
        QUOTED,
        /** Behind a quote within quotes, which ends the field or is the first of two. */
        QUOTE
    }

    CsvCharacters(Reader in, char delimiter) {
        super(in);
        this.delimiter = delimiter;
    }

    /** Whether all characters were read, and the last is within quotes. */
    boolean endInQuotes() {
        return ended && state == State.QUOTED;
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        if (atBegin && count > 0) {
            atBegin = false;
            if (buffer[offset] == BYTE_ORDER_MARK) {
                System.arraycopy(buffer, offset + 1, buffer, offset, count - 1);
                return count > 1 ? advanced(buffer, offset, count - 1) : read(buffer, offset, length);
            }
        }
        ended |= count < 0;
        return advanced(buffer, offset, count);
    }

    private int advanced(char[] buffer, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            state = next(buffer[i]);
        }
        return count;
    }

    private State next(char c) {
        boolean isQuote = c == '"';
        return switch (state) {
            case QUOTED -> isQuote ? State.QUOTE : State.QUOTED;
            case QUOTE -> isQuote ? State.QUOTED : outside(c);
            case FIELD_BEGIN -> isQuote ? State.QUOTED : outside(c);
            case PLAIN -> outside(c);
        };
    }

    private State outside(char c) {
        return c == delimiter || c == '\n' || c == '\r' ? State.FIELD_BEGIN : State.PLAIN;
    }
}

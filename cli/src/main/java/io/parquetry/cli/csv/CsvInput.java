package io.parquetry.cli.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.FieldModifier;
import io.parquetry.cli.failure.CommandException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Records of CSV in UTF-8. Each has as many fields as the first. A null is an empty field without quotes, or one with
 * the text for nulls. Faults are reported with the line where their record begins.
 */
public final class CsvInput implements Closeable {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final int FIELD_CHARS_MAX = 1 << 26;

    /** An empty field in quotes, which is no null; compared by identity. */
    private static final String EMPTY_TEXT = new String("");

    private final String name;
    private final CsvFormat format;
    private final Counting in;
    private final CsvReader<CsvRecord> reader;
    private final Iterator<CsvRecord> records;
    private Optional<CsvRecord> first;
    private final List<String> names;
    private long line;

    /** @param name used in messages */
    public CsvInput(String name, InputStream in, CsvFormat format) throws IOException {
        this.name = name;
        this.format = format;
        this.in = new Counting(in);
        Reader text = new BufferedReader(new InputStreamReader(this.in, StandardCharsets.UTF_8.newDecoder()));
        skipByteOrderMark(text);
        CsvRecordHandler handler = CsvRecordHandler.builder()
                .maxFieldSize(FIELD_CHARS_MAX)
                .maxRecordSize(FIELD_CHARS_MAX)
                .fieldModifier(new FieldModifier() {
                    @Override
                    public String modify(long startingLine, int index, boolean quoted, String field) {
                        return field.isEmpty() && quoted ? EMPTY_TEXT : field;
                    }
                })
                .build();
        this.reader = CsvReader.builder()
                .fieldSeparator(format.delimiter())
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .maxBufferSize(FIELD_CHARS_MAX)
                .build(handler, text);
        this.records = reader.iterator();
        CsvRecord begin = read().orElseThrow(() -> new CommandException(name + ": is empty; CSV begins with a header"));
        this.names = format.header() ? header(begin) : numbered(begin);
        this.first = format.header() ? Optional.empty() : Optional.of(begin);
    }

    private void skipByteOrderMark(Reader text) throws IOException {
        text.mark(1);
        try {
            if (text.read() != BYTE_ORDER_MARK) {
                text.reset();
            }
        } catch (CharacterCodingException e) {
            throw CommandException.ofEncoding(name, e);
        }
    }

    private List<String> header(CsvRecord record) {
        List<String> header = new ArrayList<>(record.getFields());
        Set<String> seen = new HashSet<>();
        for (String column : header) {
            if (column.isBlank()) {
                throw fault("the header has a column without a name; use --no-header for files without a header");
            }
            if (!seen.add(column)) {
                throw fault("the header has the column " + column + " twice");
            }
        }
        return header;
    }

    private static List<String> numbered(CsvRecord record) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= record.getFieldCount(); i++) {
            names.add("column" + i);
        }
        return names;
    }

    /** The names of the columns. */
    public List<String> names() {
        return names;
    }

    /** The fields of the next record, null where they are; absent at the end. */
    public Optional<String[]> next() throws IOException {
        Optional<CsvRecord> record = first.isPresent() ? first : read();
        first = Optional.empty();
        while (record.isPresent() && names.size() > 1 && isEmptyLine(record.get())) {
            record = read();
        }
        return record.map(this::fields);
    }

    private static boolean isEmptyLine(CsvRecord record) {
        return record.getFieldCount() == 1 && isNull(record.getField(0));
    }

    private String[] fields(CsvRecord record) {
        if (record.getFieldCount() != names.size()) {
            throw fault("has " + record.getFieldCount() + " fields, but there are " + names.size() + " columns; a field"
                    + " with a " + described(format.delimiter()) + " or a line break must be in quotes");
        }
        String[] fields = new String[names.size()];
        for (int i = 0; i < fields.length; i++) {
            String field = record.getField(i);
            fields[i] = isNull(field) || format.nullText().filter(field::equals).isPresent() ? null : field;
        }
        return fields;
    }

    private static String described(char delimiter) {
        return switch (delimiter) {
            case ',' -> "comma";
            case ';' -> "semicolon";
            case '\t' -> "tab";
            default -> "'" + delimiter + "'";
        };
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isNull(String field) {
        return field.isEmpty() && field != EMPTY_TEXT;
    }

    private Optional<CsvRecord> read() throws IOException {
        try {
            if (!records.hasNext()) {
                return Optional.empty();
            }
            CsvRecord record = records.next();
            line = record.getStartingLineNumber();
            return Optional.of(record);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw CommandException.ofEncoding(afterLine(), e);
            }
            throw e.getCause();
        } catch (CsvParseException e) {
            throw new CommandException(
                    afterLine() + ": " + (e.getCause() == null ? e : e.getCause()).getMessage()
                            + "; a field that begins with a quote ends with one, and each quote in it is written twice",
                    e);
        }
    }

    private String afterLine() {
        return line == 0 ? name : name + ", after line " + line;
    }

    /** A fault of the latest record. */
    CommandException fault(String what, Exception cause) {
        return new CommandException(name + ", line " + line + ": " + what, cause);
    }

    CommandException fault(String what) {
        return fault(what, null);
    }

    /** The number of bytes read so far. */
    public long bytes() {
        return in.bytes;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private static final class Counting extends FilterInputStream {
        private long bytes;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            bytes += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = in.read(buffer, offset, length);
            bytes += Math.max(0, count);
            return count;
        }
    }
}

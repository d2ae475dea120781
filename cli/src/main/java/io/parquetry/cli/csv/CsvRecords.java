package io.parquetry.cli.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.parquetry.cli.json.LineParser;
import io.parquetry.cli.json.RecordParser;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The records of CSV by a schema, in the form of {@link RecordParser}. Its columns are the top-level fields. */
public final class CsvRecords {
    private final CsvInput input;
    private final RecordParser parser;
    private final List<Shape> columns;
    private final List<String> names = new ArrayList<>();

    private CsvRecords(CsvInput input, RecordParser parser, List<Shape> columns) {
        this.input = input;
        this.parser = parser;
        this.columns = columns;
        columns.forEach(column ->
                names.add('"' + new String(JsonStringEncoder.getInstance().quoteAsString(column.name())) + "\":"));
    }

    /**
     * @param format with a header, its names are those of fields, in any order; without, columns are the fields in
     *     their order
     */
    public static CsvRecords of(CsvInput input, MessageType schema, CsvFormat format) {
        List<Shape> fields = Shape.of(schema).fields();
        if (!format.header()) {
            if (fields.size() != input.names().size()) {
                throw input.fault("has " + input.names().size() + " fields, but the schema has " + fields.size());
            }
            return new CsvRecords(input, RecordParser.of(schema), fields);
        }
        Map<String, Shape> byName =
                fields.stream().collect(Collectors.toMap(Shape::name, Function.identity(), (one, other) -> one));
        List<Shape> columns = new ArrayList<>();
        for (String name : input.names()) {
            Shape column = byName.get(name);
            if (column == null) {
                throw input.fault("the schema has no field " + name + "; its fields are "
                        + fields.stream().map(Shape::name).collect(Collectors.joining(", ")));
            }
            columns.add(column);
        }
        return new CsvRecords(input, RecordParser.of(schema), columns);
    }

    /** Takes a record. */
    @FunctionalInterface
    public interface Consumer {
        void accept(Map<String, Object> record) throws IOException;
    }

    /**
     * Hands on the next record; what does not fit is reported with its line, also when the consumer refuses it.
     *
     * @return whether there was one
     */
    public boolean next(Consumer consumer) throws IOException {
        Optional<String[]> fields = input.next();
        if (fields.isEmpty()) {
            return false;
        }
        try (LineParser at = LineParser.of(json(fields.get()))) {
            at.nextToken();
            consumer.accept(parser.read(at));
            return true;
        } catch (InvalidRecordException e) {
            throw input.fault(e.getMessage(), e);
        } catch (JsonProcessingException e) {
            throw input.fault(LineParser.fault(e), e);
        }
    }

    private String json(String[] fields) {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < fields.length; i++) {
            json.append(i == 0 ? "" : ",").append(names.get(i)).append(CsvCells.json(columns.get(i), fields[i]));
        }
        return json.append('}').toString();
    }
}

package io.parquetry.format.judge;

import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.Dictionary;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.judge.MatrixCell.Nulls;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * One file for all cells that differ only in type and encoding, each in its own column: two row groups of several
 * pages, with repeated values, so that dictionaries are kept.
 */
final class MatrixFile {
    private static final int ROWS = 80;
    private static final int PAGE_ROWS = 15;
    private static final int DISTINCT_VALUES = 9;
    private static final int FIXED_BYTES = 5;

    private final List<MatrixCell> cells;
    private final MessageType schema;
    private final List<Map<String, Object>> records = new ArrayList<>();
    private final Random random = new Random(42);

    /** @param cells that have everything in common but type and encoding */
    MatrixFile(List<MatrixCell> cells) {
        this.cells = cells;
        schema = MessageType.parse(
                "message matrix { " + cells.stream().map(MatrixFile::field).collect(Collectors.joining(" ")) + " }");
        Map<MatrixCell, List<Object>> pools = new LinkedHashMap<>();
        for (MatrixCell cell : cells) {
            pools.put(cell, pool(cell.type()));
        }
        for (int row = 0; row < ROWS; row++) {
            Map<String, Object> each = new LinkedHashMap<>();
            for (MatrixCell cell : cells) {
                Object value = around(cell, pools.get(cell));
                if (value != null) {
                    each.put(name(cell), value);
                }
            }
            records.add(each);
        }
    }

    MessageType schema() {
        return schema;
    }

    List<Map<String, Object>> records() {
        return records;
    }

    /** The column of a cell's values. */
    LeafColumn leaf(MatrixCell cell) {
        return schema.leaf(
                switch (cell.nesting()) {
                    case NOTHING -> name(cell);
                    case STRUCT -> name(cell) + ".x";
                    case LIST -> name(cell) + ".list.element";
                    case LIST_OF_LISTS -> name(cell) + ".list.element.list.element";
                    case MAP -> name(cell) + ".key_value.value";
                });
    }

    /** The field of the file that holds the cell. */
    static String name(MatrixCell cell) {
        return (cell.type() + "_" + cell.encoding()).toLowerCase(Locale.ROOT);
    }

    private static String field(MatrixCell cell) {
        String repetition = cell.nulls() == Nulls.REQUIRED ? "required" : "optional";
        String type = repetition + " "
                + switch (cell.type()) {
                    case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE ->
                        cell.type().name().toLowerCase(Locale.ROOT);
                    case BYTE_ARRAY -> "binary";
                    case FIXED_LEN_BYTE_ARRAY -> "fixed_len_byte_array(" + FIXED_BYTES + ")";
                };
        String group = repetition + " group ";
        String name = name(cell);
        return switch (cell.nesting()) {
            case NOTHING -> type + " " + name + ";";
            case STRUCT -> group + name + " { " + type + " x; }";
            case LIST -> group + name + " (LIST) { repeated group list { " + type + " element; } }";
            case LIST_OF_LISTS ->
                group + name + " (LIST) { repeated group list { " + group + "element (LIST) { repeated group list { "
                        + type + " element; } } } }";
            case MAP ->
                group + name + " (MAP) { repeated group key_value { required binary key (STRING); " + type
                        + " value; } }";
        };
    }

    private List<Object> pool(PhysicalType type) {
        List<Object> pool = new ArrayList<>();
        for (int i = 0; i < DISTINCT_VALUES; i++) {
            pool.add(
                    switch (type) {
                        case BOOLEAN -> i % 2 == 0;
                        case INT32 -> i == 0 ? Integer.MIN_VALUE : i == 1 ? Integer.MAX_VALUE : random.nextInt(1000);
                        case INT64 -> i == 0 ? Long.MIN_VALUE : i == 1 ? Long.MAX_VALUE : random.nextLong();
                        case FLOAT -> i == 0 ? Float.NEGATIVE_INFINITY : (float) random.nextGaussian();
                        case DOUBLE -> i == 0 ? Double.MAX_VALUE : random.nextGaussian();
                        case BYTE_ARRAY ->
                            "prefix ".repeat(i % 4).concat("x" + i).getBytes(StandardCharsets.UTF_8);
                        case INT96, FIXED_LEN_BYTE_ARRAY -> {
                            byte[] bytes = new byte[FIXED_BYTES];
                            random.nextBytes(bytes);
                            yield bytes;
                        }
                    });
        }
        return pool;
    }

    private Object around(MatrixCell cell, List<Object> pool) {
        return switch (cell.nesting()) {
            case NOTHING -> value(cell, pool);
            case STRUCT -> {
                Map<String, Object> struct = new LinkedHashMap<>();
                Object value = value(cell, pool);
                if (value != null) {
                    struct.put("x", value);
                }
                yield maybe(cell, struct);
            }
            case LIST -> maybe(cell, list(cell, pool));
            case LIST_OF_LISTS -> {
                List<Object> lists = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    lists.add(maybe(cell, list(cell, pool)));
                }
                yield maybe(cell, lists);
            }
            case MAP -> {
                List<Object> entries = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    entries.add(new SimpleImmutableEntry<>("key " + i, value(cell, pool)));
                }
                yield maybe(cell, entries);
            }
        };
    }

    private List<Object> list(MatrixCell cell, List<Object> pool) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(cell, pool));
        }
        return list;
    }

    /** The container, or sometimes null. */
    private Object maybe(MatrixCell cell, Object container) {
        boolean optional = cell.nulls() == Nulls.SOME || cell.nulls() == Nulls.ALL;
        return optional && random.nextInt(6) == 0 ? null : container;
    }

    private Object value(MatrixCell cell, List<Object> pool) {
        boolean absent = cell.nulls() == Nulls.ALL || cell.nulls() == Nulls.SOME && random.nextInt(3) == 0;
        return absent ? null : pool.get(random.nextInt(pool.size()));
    }

    byte[] write() throws IOException {
        MatrixCell common = cells.get(0);
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(common.codec())
                .pageVersion(common.version())
                .pageRowsMax(PAGE_ROWS);
        for (MatrixCell cell : cells) {
            ColumnOptions.Builder column = ColumnOptions.builder();
            if (cell.encoding() == Encoding.RLE_DICTIONARY) {
                column.dictionary(Dictionary.WHERE_IT_PAYS);
            } else {
                column.encoding(cell.encoding());
            }
            options.column(leaf(cell).dottedPath(), column.build());
        }
        MemoryOutputFile out = new MemoryOutputFile("matrix");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), options.build())) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(records.get(row));
                if (row == ROWS / 2) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        }
        return out.toByteArray();
    }
}

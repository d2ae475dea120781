package io.parquetry.format.filter;

import io.parquetry.format.UsageException;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A condition on rows. A filter is built of these records or parsed from a text (docs/reference/source.md#filters has
 * the grammar); {@code toString} returns that text.
 *
 * <p>Logic has three values as in SQL: a comparison with null is unknown, and a row passes where the whole filter is
 * true. NaN is equal to nothing, and neither less nor greater than anything, so that {@code !=} is the only comparison
 * that is true for NaN; -0.0 and 0.0 are equal.
 */
public sealed interface Filter {
    /** The longest text that {@link #parse} takes. */
    int TEXT_LENGTH_MAX = 1 << 16;

    /** How deep NOT and parentheses may be nested, and filters that are made of records. */
    int DEPTH_MAX = 100;

    /** How many predicates a filter may have; the values of an IN count as one. */
    int PREDICATES_MAX = 250;

    /** Parses the text of a filter. Whether it fits a file is checked when the file is read with it. */
    static Filter parse(String text) {
        return new FilterParser(text, predicate -> {}).parse();
    }

    /**
     * Parses the text of a filter for files of this schema: columns and values that do not fit are refused, with their
     * position.
     */
    static Filter parse(String text, MessageType schema) {
        return new FilterParser(text, predicate -> FilterBinding.of(schema, predicate)).parse();
    }

    /**
     * What is left of this filter for a file where these columns have one value in all rows: a condition on its other
     * columns.
     *
     * @throws UsageException when a literal does not fit such a column
     */
    default Remainder given(List<ConstantColumn> constants) {
        return new ConstantFolding(constants).of(this, true);
    }

    /**
     * A filter without predicates on constant columns.
     *
     * @param excludesAll whether no row passes
     * @param filter empty where all rows pass, or none
     */
    record Remainder(boolean excludesAll, Optional<Filter> filter) {
        public Remainder {
            Objects.requireNonNull(filter, "filter");
        }
    }

    /** A condition on the value of one column. */
    sealed interface Predicate extends Filter {
        ColumnPath column();
    }

    /** Compares the values of a column with a literal. */
    record Comparison(ColumnPath column, Operator operator, Literal literal) implements Predicate {
        public Comparison {
            Objects.requireNonNull(column, "column");
            Objects.requireNonNull(operator, "operator");
            Objects.requireNonNull(literal, "literal");
        }

        @Override
        public String toString() {
            return column + " " + operator + " " + literal;
        }
    }

    /** Whether the value of a column is one of these. */
    record In(ColumnPath column, List<Literal> literals) implements Predicate {
        public In {
            Objects.requireNonNull(column, "column");
            literals = List.copyOf(literals);
            if (literals.isEmpty()) {
                throw new UsageException("IN needs at least one value for column " + column);
            }
        }

        @Override
        public String toString() {
            return column + literals.stream().map(Literal::toString).collect(Collectors.joining(", ", " IN (", ")"));
        }
    }

    /** Whether a column, struct, list or map is null; it is where a struct around it is. */
    record IsNull(ColumnPath column) implements Predicate {
        public IsNull {
            Objects.requireNonNull(column, "column");
        }

        @Override
        public String toString() {
            return column + " IS NULL";
        }
    }

    /** Whether a column, struct, list or map is not null. */
    record IsNotNull(ColumnPath column) implements Predicate {
        public IsNotNull {
            Objects.requireNonNull(column, "column");
        }

        @Override
        public String toString() {
            return column + " IS NOT NULL";
        }
    }

    /** Whether all of these are true. */
    record And(List<Filter> filters) implements Filter {
        public And {
            filters = requireSome("AND", filters);
        }

        @Override
        public String toString() {
            return joined(" AND ", filters);
        }
    }

    /** Whether one of these is true. */
    record Or(List<Filter> filters) implements Filter {
        public Or {
            filters = requireSome("OR", filters);
        }

        @Override
        public String toString() {
            return joined(" OR ", filters);
        }
    }

    /** Whether this is false; the opposite of unknown is unknown. */
    record Not(Filter filter) implements Filter {
        public Not {
            Objects.requireNonNull(filter, "filter");
        }

        @Override
        public String toString() {
            return "NOT (" + filter + ")";
        }
    }

    private static List<Filter> requireSome(String what, List<Filter> filters) {
        if (filters.isEmpty()) {
            throw new UsageException(what + " needs at least one filter");
        }
        return List.copyOf(filters);
    }

    private static String joined(String word, List<Filter> filters) {
        return filters.stream()
                .map(each -> each instanceof And || each instanceof Or ? "(" + each + ")" : each.toString())
                .collect(Collectors.joining(word));
    }

    /** How values are compared. */
    enum Operator {
        EQUAL("="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String mark;

        Operator(String mark) {
            this.mark = mark;
        }

        @Override
        public String toString() {
            return mark;
        }
    }

    /** A value as the text of the filter has it; its meaning depends on the type of the column. */
    sealed interface Literal {
        static Literal of(String text) {
            return new Text(text);
        }

        static Literal of(long number) {
            return new Number(BigDecimal.valueOf(number));
        }

        static Literal of(BigDecimal number) {
            return new Number(number);
        }

        static Literal of(boolean truth) {
            return new Truth(truth);
        }

        static Literal of(byte[] bytes) {
            return new Bytes(HexFormat.of().withUpperCase().formatHex(bytes));
        }

        /** A text, a date, a time, a UUID, or an infinity. */
        record Text(String value) implements Literal {
            public Text {
                Objects.requireNonNull(value, "value");
            }

            @Override
            public String toString() {
                return "'" + value.replace("'", "''") + "'";
            }
        }

        /** A number. */
        record Number(BigDecimal value) implements Literal {
            public Number {
                Objects.requireNonNull(value, "value");
            }

            @Override
            public String toString() {
                return value.toString();
            }
        }

        /** TRUE or FALSE. */
        record Truth(boolean value) implements Literal {
            @Override
            public String toString() {
                return value ? "TRUE" : "FALSE";
            }
        }

        /** Bytes as hexadecimal digits, two for each. */
        record Bytes(String digits) implements Literal {
            public Bytes {
                if (digits.length() % 2 != 0 || !digits.chars().allMatch(HexFormat::isHexDigit)) {
                    throw new UsageException("bytes are an even number of hexadecimal digits, not " + digits);
                }
            }

            byte[] value() {
                return HexFormat.of().parseHex(digits);
            }

            @Override
            public String toString() {
                return "X'" + digits + "'";
            }
        }
    }
}

package io.parquetry.format.filter;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Operator;
import io.parquetry.format.filter.Filter.Predicate;
import io.parquetry.format.schema.ColumnPath;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads the text of a filter:
 *
 * <pre>
 * filter    := all { OR all }
 * all       := one { AND one }
 * one       := NOT one | '(' filter ')' | predicate
 * predicate := column ( operator literal | [NOT] IN '(' literal { ',' literal } ')' | IS [NOT] NULL )
 * column    := name { '.' name }
 * operator  := = | != | <> | < | <= | > | >=
 * literal   := 'text' | number | X'hex' | TRUE | FALSE
 * </pre>
 */
final class FilterParser {
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,4})?");
    private static final int NUMBER_LENGTH_MAX = 400;
    private static final Set<String> RESERVED = Set.of("AND", "OR", "NOT", "IN", "IS", "NULL", "TRUE", "FALSE");

    private final FilterTokens tokens;
    private final Consumer<Predicate> check;
    private int depth;
    private int predicates;

    /** @param check refuses predicates that do not fit; the parser adds their position */
    FilterParser(String text, Consumer<Predicate> check) {
        if (text.length() > Filter.TEXT_LENGTH_MAX) {
            throw new UsageException(
                    "the filter has " + text.length() + " characters; it may have up to " + Filter.TEXT_LENGTH_MAX);
        }
        this.tokens = new FilterTokens(text);
        this.check = check;
    }

    Filter parse() {
        Filter filter = any();
        if (tokens.kind() != FilterTokens.Kind.END) {
            throw tokens.unexpected("AND, OR or the end");
        }
        return filter;
    }

    private Filter any() {
        List<Filter> filters = new ArrayList<>();
        do {
            filters.add(all());
        } while (tokens.takeWord("OR"));
        return filters.size() == 1 ? filters.get(0) : new Filter.Or(filters);
    }

    private Filter all() {
        List<Filter> filters = new ArrayList<>();
        do {
            filters.add(one());
        } while (tokens.takeWord("AND"));
        return filters.size() == 1 ? filters.get(0) : new Filter.And(filters);
    }

    private Filter one() {
        int position = tokens.position();
        if (tokens.takeWord("NOT")) {
            descend(position);
            Filter.Not not = new Filter.Not(one());
            depth--;
            return not;
        }
        if (tokens.takeMark("(")) {
            descend(position);
            Filter inside = any();
            if (!tokens.takeMark(")")) {
                throw tokens.unexpected("AND, OR or )");
            }
            depth--;
            return inside;
        }
        return predicate();
    }

    private void descend(int position) {
        if (++depth > Filter.DEPTH_MAX) {
            throw FilterTokens.at(
                    position, "NOT and parentheses are nested deeper than " + Filter.DEPTH_MAX + ", which is the most");
        }
    }

    private Filter predicate() {
        int position = tokens.position();
        if (++predicates > Filter.PREDICATES_MAX) {
            throw FilterTokens.at(
                    position,
                    "there are more than " + Filter.PREDICATES_MAX
                            + " predicates, which is the most; IN takes any number of values");
        }
        ColumnPath column = column();
        if (tokens.takeWord("IS")) {
            boolean not = tokens.takeWord("NOT");
            if (!tokens.takeWord("NULL")) {
                throw tokens.unexpected(not ? "NULL" : "NULL or NOT NULL");
            }
            return checked(not ? new Filter.IsNotNull(column) : new Filter.IsNull(column), position);
        }
        boolean not = tokens.takeWord("NOT");
        if (tokens.takeWord("IN")) {
            Filter in = new Filter.In(column, literals(column, position));
            return not ? new Filter.Not(in) : in;
        }
        if (not) {
            throw tokens.unexpected("IN");
        }
        Operator operator = operator();
        requireComparable(column, position);
        int at = tokens.position();
        return checked(new Filter.Comparison(column, operator, literal()), at);
    }

    /** Reports an unknown column before an unfit literal. */
    private void requireComparable(ColumnPath column, int position) {
        checked(new Filter.IsNull(column), position);
    }

    private List<Literal> literals(ColumnPath column, int position) {
        if (!tokens.takeMark("(")) {
            throw tokens.unexpected("( and the values of IN");
        }
        requireComparable(column, position);
        List<Literal> literals = new ArrayList<>();
        do {
            int at = tokens.position();
            Literal literal = literal();
            checked(new Filter.Comparison(column, Operator.EQUAL, literal), at);
            literals.add(literal);
        } while (tokens.takeMark(","));
        if (!tokens.takeMark(")")) {
            throw tokens.unexpected(", or )");
        }
        return literals;
    }

    private <P extends Predicate> P checked(P predicate, int position) {
        try {
            check.accept(predicate);
        } catch (UsageException e) {
            throw FilterTokens.at(position, e.getMessage());
        }
        return predicate;
    }

    private ColumnPath column() {
        List<String> names = new ArrayList<>();
        do {
            if (tokens.kind() == FilterTokens.Kind.QUOTED_NAME) {
                names.add(tokens.unquoted());
            } else if (tokens.kind() == FilterTokens.Kind.WORD
                    && (!names.isEmpty() || !RESERVED.contains(tokens.shown().toUpperCase(Locale.ROOT)))) {
                names.add(tokens.shown());
            } else {
                throw tokens.unexpected(names.isEmpty() ? "a column, NOT or (" : "a name behind the dot");
            }
            tokens.next();
        } while (tokens.takeMark("."));
        return new ColumnPath(names);
    }

    private Operator operator() {
        for (Operator operator : Operator.values()) {
            if (tokens.takeMark(operator.toString())) {
                return operator;
            }
        }
        if (tokens.takeMark("<>")) {
            return Operator.NOT_EQUAL;
        }
        throw tokens.unexpected("=, !=, <, <=, >, >=, IN, NOT IN, IS NULL or IS NOT NULL");
    }

    private Literal literal() {
        Literal literal = switch (tokens.kind()) {
            case TEXT -> new Literal.Text(tokens.unquoted());
            case BYTES -> bytes();
            case NUMBER -> number();
            case WORD -> truth();
            case QUOTED_NAME ->
                throw tokens.unexpected("a value; a text is put between single quotes, a name between others");
            case MARK, END -> throw unexpectedForLiteral();
        };
        tokens.next();
        return literal;
    }

    private UsageException unexpectedForLiteral() {
        return tokens.unexpected("a value: 'text', a number, X'hex', TRUE or FALSE");
    }

    private Literal truth() {
        if (tokens.isWord("TRUE") || tokens.isWord("FALSE")) {
            return new Literal.Truth(tokens.isWord("TRUE"));
        }
        if (tokens.isWord("NULL")) {
            throw tokens.unexpected("a value; nulls are found with IS NULL");
        }
        throw unexpectedForLiteral();
    }

    private Literal bytes() {
        try {
            return new Literal.Bytes(tokens.unquoted());
        } catch (UsageException e) {
            throw FilterTokens.at(tokens.position(), e.getMessage());
        }
    }

    private Literal number() {
        String text = tokens.shown();
        if (text.length() > NUMBER_LENGTH_MAX || !NUMBER.matcher(text).matches()) {
            throw tokens.unexpected("a number like -12, 0.5 or 1e-3 of up to " + NUMBER_LENGTH_MAX + " characters");
        }
        return new Literal.Number(new BigDecimal(text));
    }
}

package io.parquetry.format.filter;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * A column that a file does not store, because all of its rows have one value: the path of the file says it, for
 * example. {@link Filter#given} answers the predicates on it without a look at the file.
 */
public final class ConstantColumn {
    private final ColumnPath path;

    /** Empty where only nulls are known, of whatever type. */
    private final Optional<PrimitiveType> type;

    private final Optional<byte[]> value;

    private ConstantColumn(ColumnPath path) {
        this.path = path;
        this.type = Optional.empty();
        this.value = Optional.empty();
    }

    /** A column, or a struct with all that is in it, that is null in all rows. */
    public static ConstantColumn ofNulls(ColumnPath path) {
        return new ConstantColumn(path);
    }

    /**
     * @param type text, or an integer or date in INT32 or INT64; its name is that of the column
     * @param value as a filter writes it; empty for null
     * @throws UsageException when it is no value of the type
     */
    public ConstantColumn(PrimitiveType type, Optional<Literal> value) {
        this.path = ColumnPath.of(type.name());
        this.type = Optional.of(type);
        this.value = value.map(this::plain);
    }

    boolean isNamed(ColumnPath of) {
        return of.equals(path) || type.isEmpty() && isIn(of);
    }

    private boolean isIn(ColumnPath of) {
        int depth = path.names().size();
        return of.names().size() > depth && of.names().subList(0, depth).equals(path.names());
    }

    /** Whether a predicate on this column is true; empty where that is unknown, as for a comparison with null. */
    Optional<Boolean> test(Filter.Predicate predicate) {
        if (predicate instanceof Filter.IsNull) {
            return Optional.of(value.isEmpty());
        } else if (predicate instanceof Filter.IsNotNull) {
            return Optional.of(value.isPresent());
        } else if (type.isEmpty()) {
            return Optional.empty();
        } else if (predicate instanceof Filter.In in) {
            // All literals are converted, so that one that does not fit is refused whatever the value is.
            long equal = in.literals().stream()
                    .map(this::plain)
                    .filter(literal -> value.isPresent() && compare(value.get(), literal) == 0)
                    .count();
            return value.map(known -> equal > 0);
        }
        Filter.Comparison comparison = (Filter.Comparison) predicate;
        byte[] literal = plain(comparison.literal());
        return value.map(known -> holds(comparison.operator(), compare(known, literal)));
    }

    private byte[] plain(Literal literal) {
        return LiteralValues.of(path, type.orElseThrow(), literal);
    }

    private int compare(byte[] one, byte[] two) {
        PhysicalType physical = type.orElseThrow().physicalType();
        return switch (physical) {
            case INT32 -> Integer.compare(little(one).getInt(), little(two).getInt());
            case INT64 -> Long.compare(little(one).getLong(), little(two).getLong());
            case BYTE_ARRAY -> Arrays.compareUnsigned(one, two);
            case BOOLEAN, INT96, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY ->
                throw new UsageException("column " + path + " is " + physical
                        + ", and a constant column is a text, an integer or a date");
        };
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static boolean holds(Filter.Operator operator, int order) {
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }
}

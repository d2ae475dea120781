package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Operator;
import io.parquetry.format.filter.FilterBinding;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds a filter to the columns of a file. NOT is pushed down to the predicates by De Morgan's laws, which also hold
 * for three truth values; above the predicates unknown and false are then the same, since a row matches only if the
 * filter is true.
 */
public final class FilterCompiler {
    private final MessageType schema;
    private final HybridCalendar calendar;
    private int predicates;

    private FilterCompiler(MessageType schema, HybridCalendar calendar) {
        this.schema = schema;
        this.calendar = calendar;
    }

    public static RowCondition compile(MessageType schema, HybridCalendar calendar, Filter filter) {
        return new FilterCompiler(schema, calendar).condition(filter, false, 0);
    }

    private RowCondition condition(Filter filter, boolean negated, int depth) {
        if (depth > 2 * Filter.DEPTH_MAX) {
            throw new UsageException("the filter is nested too deep; the most is " + Filter.DEPTH_MAX);
        }
        if (filter instanceof Filter.Not not) {
            return condition(not.filter(), !negated, depth + 1);
        }
        if (filter instanceof Filter.And and) {
            List<RowCondition> parts = conditions(and.filters(), negated, depth);
            return negated ? RowCondition.any(parts) : RowCondition.all(parts);
        }
        if (filter instanceof Filter.Or or) {
            List<RowCondition> parts = conditions(or.filters(), negated, depth);
            return negated ? RowCondition.all(parts) : RowCondition.any(parts);
        }
        return predicate((Filter.Predicate) filter, negated);
    }

    private List<RowCondition> conditions(List<Filter> filters, boolean negated, int depth) {
        List<RowCondition> conditions = new ArrayList<>();
        for (Filter each : filters) {
            conditions.add(condition(each, negated, depth + 1));
        }
        return conditions;
    }

    private RowCondition predicate(Filter.Predicate predicate, boolean negated) {
        if (++predicates > Filter.PREDICATES_MAX) {
            throw new UsageException("the filter has more than " + Filter.PREDICATES_MAX
                    + " predicates, which is the most; IN takes any number of values");
        }
        FilterBinding binding = bind(predicate);
        ValueOrder order = ValueOrder.of(binding.leaf().type());
        ValueSet wanted;
        boolean nullWanted = false;
        if (predicate instanceof Filter.Comparison comparison) {
            wanted = compared(
                    binding.leaf(), comparison.operator(), binding.values().get(0));
        } else if (predicate instanceof Filter.In) {
            wanted = equal(binding.leaf(), binding.values());
        } else {
            boolean isNull = predicate instanceof Filter.IsNull;
            wanted = isNull ? ValueSet.none(order) : ValueSet.none(order).not();
            nullWanted = isNull != negated;
        }
        return new RowCondition.Column(
                binding.leaf(), binding.presentLevel(), negated ? wanted.not() : wanted, nullWanted);
    }

    private FilterBinding bind(Filter.Predicate predicate) {
        try {
            return FilterBinding.of(schema, predicate);
        } catch (UsageException e) {
            throw new UsageException("filter " + predicate + ": " + e.getMessage());
        }
    }

    private ValueSet compared(LeafColumn leaf, Operator operator, byte[] value) {
        ValueSet equal = equal(leaf, List.of(value));
        return switch (operator) {
            case EQUAL -> equal;
            case NOT_EQUAL -> equal.not();
            case LESS -> below(leaf, value);
            case LESS_OR_EQUAL -> below(leaf, value).or(equal);
            case GREATER -> above(leaf, value, equal);
            case GREATER_OR_EQUAL -> above(leaf, value, equal).or(equal);
        };
    }

    private ValueSet equal(LeafColumn leaf, List<byte[]> values) {
        List<byte[]> stored = values;
        if (calendar.covers(leaf.type())) {
            StoredLiterals literals = new StoredLiterals(leaf.type());
            stored = values.stream()
                    .flatMap(value -> literals.equalTo(value).stream())
                    .toList();
        }
        return ValueSet.of(ValueOrder.of(leaf.type()), stored);
    }

    private ValueSet below(LeafColumn leaf, byte[] value) {
        ValueOrder order = ValueOrder.of(leaf.type());
        return calendar.covers(leaf.type())
                ? new StoredLiterals(leaf.type()).below(order, value)
                : ValueSet.below(order, value);
    }

    private ValueSet above(LeafColumn leaf, byte[] value, ValueSet equal) {
        return calendar.covers(leaf.type())
                ? below(leaf, value).or(equal).not()
                : ValueSet.above(ValueOrder.of(leaf.type()), value);
    }
}

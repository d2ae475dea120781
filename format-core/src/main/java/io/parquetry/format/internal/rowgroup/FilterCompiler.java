package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Operator;
import io.parquetry.format.filter.FilterBinding;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.schema.MessageType;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds a filter to a schema. NOT is pushed down to the predicates by De Morgan's laws, which also hold for three truth
 * values; above the predicates unknown and false are then the same, since a row matches only if the filter is true.
 */
public final class FilterCompiler {
    private final MessageType schema;
    private int predicates;

    private FilterCompiler(MessageType schema) {
        this.schema = schema;
    }

    public static RowCondition compile(MessageType schema, Filter filter) {
        return new FilterCompiler(schema).condition(filter, false, 0);
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
            wanted = compared(order, comparison.operator(), binding.values().get(0));
        } else if (predicate instanceof Filter.In) {
            wanted = ValueSet.of(order, binding.values());
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

    private static ValueSet compared(ValueOrder order, Operator operator, byte[] value) {
        ValueSet equal = ValueSet.of(order, List.of(value));
        return switch (operator) {
            case EQUAL -> equal;
            case NOT_EQUAL -> equal.not();
            case LESS -> ValueSet.below(order, value);
            case LESS_OR_EQUAL -> ValueSet.below(order, value).or(equal);
            case GREATER -> ValueSet.above(order, value);
            case GREATER_OR_EQUAL -> ValueSet.above(order, value).or(equal);
        };
    }
}

package io.parquetry.format.filter;

import io.parquetry.format.filter.Filter.Remainder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Removes the predicates on constant columns from a filter. NOT is moved down to the predicates first: above them only
 * AND and OR are left, in which unknown may count as false, since a row passes only where the whole is true.
 */
final class ConstantFolding {
    private static final Remainder ALL = new Remainder(false, Optional.empty());
    private static final Remainder NONE = new Remainder(true, Optional.empty());

    private final List<ConstantColumn> constants;

    ConstantFolding(List<ConstantColumn> constants) {
        this.constants = constants;
    }

    /** @param wanted whether rows pass where the filter is true, or where it is false */
    Remainder of(Filter filter, boolean wanted) {
        if (filter instanceof Filter.Not not) {
            return of(not.filter(), !wanted);
        } else if (filter instanceof Filter.And and) {
            return wanted ? all(and.filters(), true) : any(and.filters(), false);
        } else if (filter instanceof Filter.Or or) {
            return wanted ? any(or.filters(), true) : all(or.filters(), false);
        }
        Filter.Predicate predicate = (Filter.Predicate) filter;
        for (ConstantColumn constant : constants) {
            if (constant.isNamed(predicate.column())) {
                return constant.test(predicate).filter(truth -> truth == wanted).isPresent() ? ALL : NONE;
            }
        }
        return new Remainder(false, Optional.of(wanted ? predicate : new Filter.Not(predicate)));
    }

    private Remainder all(List<Filter> filters, boolean wanted) {
        List<Filter> rest = new ArrayList<>();
        boolean excludesAll = false;
        for (Filter filter : filters) {
            Remainder remainder = of(filter, wanted);
            excludesAll |= remainder.excludesAll();
            remainder.filter().ifPresent(rest::add);
        }
        if (excludesAll) {
            return NONE;
        }
        return rest.isEmpty()
                ? ALL
                : new Remainder(false, Optional.of(rest.size() == 1 ? rest.get(0) : new Filter.And(rest)));
    }

    private Remainder any(List<Filter> filters, boolean wanted) {
        List<Filter> rest = new ArrayList<>();
        boolean includesAll = false;
        for (Filter filter : filters) {
            Remainder remainder = of(filter, wanted);
            includesAll |= remainder.equals(ALL);
            remainder.filter().ifPresent(rest::add);
        }
        if (includesAll) {
            return ALL;
        }
        return rest.isEmpty()
                ? NONE
                : new Remainder(false, Optional.of(rest.size() == 1 ? rest.get(0) : new Filter.Or(rest)));
    }
}

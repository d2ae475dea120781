package io.parquetry.connect.sink.memory;

/** Budgets that are smaller than a configuration may ask for, so that few records are too many. */
public final class Budgets {
    private Budgets() {}

    /** A budget that somebody else has opened with this limit; he holds nothing. */
    public static MemoryBudget of(long bytes) {
        MemoryBudget budget = new MemoryBudget();
        budget.open(bytes);
        return budget;
    }
}

package io.parquetry.connect.sink.memory;

/** Budgets that are smaller than a configuration may have, so that few records exceed them. */
public final class Budgets {
    private Budgets() {}

    /** A budget with an account of another task that has this limit and holds nothing. */
    public static MemoryBudget of(long bytes) {
        MemoryBudget budget = new MemoryBudget();
        budget.open(bytes, "a task");
        return budget;
    }
}

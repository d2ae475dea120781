package io.parquetry.simulation;

/** What a schedule runs, and how many of a hundred schedules do. */
enum ScheduleKind {
    /** Owners of one ledger, with files of text: the most schedules in a second. */
    LEDGER(LedgerSchedule::run, 86),
    /** Workers of one consumer group, each with a sink task. */
    SINK(SinkSchedule::ofSink, 10),
    /** The same, and workers with source tasks that read what the sink writes. */
    CHAIN(SinkSchedule::ofChain, 1),
    /** Owners of two ledgers, whose files others append to a table of Iceberg that somebody else changes too. */
    TABLE(TableSchedule::run, 3);

    private final ScheduleRunner.Schedule schedule;
    private final int percent;

    ScheduleKind(ScheduleRunner.Schedule schedule, int percent) {
        this.schedule = schedule;
        this.percent = percent;
    }

    ScheduleRunner.Schedule schedule() {
        return schedule;
    }

    /** How many of so many schedules are of this kind. */
    long of(long schedules) {
        return Math.max(1, schedules * percent / 100);
    }
}

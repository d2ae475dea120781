package io.parquetry.simulation;

/**
 * A fault that the simulation must find. All are planted around the product, in the storage, the worker or a clock; where
 * a rule of the product itself is to be missing, the storage shows the product what it wants to see.
 */
enum PlantedBug {
    NONE(ScheduleKind.LEDGER, 1),

    /** The storage forgets "if absent": a document replaces another. */
    DOCUMENT_REPLACES_ANOTHER(ScheduleKind.LEDGER, 1),
    /** The storage looks whether a name is free, and then writes without a condition. */
    DOCUMENT_CHECKED_THEN_WRITTEN(ScheduleKind.LEDGER, 4),
    /** The storage says that a document was created although its name was taken. */
    DOCUMENT_SAID_TO_BE_CREATED(ScheduleKind.LEDGER, 4),
    /** A document is visible before it is whole. */
    DOCUMENT_VISIBLE_IN_PART(ScheduleKind.LEDGER, 5),
    /** A published file replaces another of its name. */
    PUBLISH_REPLACES_ANOTHER(ScheduleKind.LEDGER, 32),
    /** The storage says that a file was published, and forgets it. */
    PUBLISH_FORGOTTEN(ScheduleKind.LEDGER, 26),
    /** A sync returns before the bytes are on the disk. */
    BYTES_NOT_SYNCED(ScheduleKind.LEDGER, 10),
    /** Names are not durable when a file was published. */
    DIRECTORY_NOT_SYNCED(ScheduleKind.LEDGER, 12),
    /** A file is published while the entry that names it may still be lost by a power failure. */
    ENTRY_NOT_DURABLE(ScheduleKind.LEDGER, 17_047),
    /** The end of a file is lost, and its length is reported as if it were not. */
    LAST_BYTES_LOST(ScheduleKind.LEDGER, 13),
    /** A listing may miss the newest entry although it is there all the time. */
    LISTING_MISSES_THE_NEWEST(ScheduleKind.LEDGER, 272),
    /** Who has created an entry finds any predecessor right: its id is not compared. */
    ID_NOT_COMPARED_BY_CREATOR(ScheduleKind.LEDGER, 596),
    /** Who reads the newest entry of a listing always finds its predecessor right. */
    NEWEST_NOT_CHECKED(ScheduleKind.LEDGER, 8590),
    /** Who has created an entry finds its predecessor, also when it was deleted. */
    PREDECESSOR_NEVER_GONE(ScheduleKind.LEDGER, 14),
    /** Nobody finds the marker that says that entry 1 may have been deleted. */
    MARKER_NOT_FOUND(ScheduleKind.LEDGER, 232),
    /** The clock by which entries are kept runs a thousand times too fast. */
    NO_GRACE(ScheduleKind.LEDGER, 8264),
    /** A request may stay under way longer than entries are kept. */
    REQUEST_OUTLIVES_THE_GRACE(ScheduleKind.LEDGER, 71_530),
    /** An upload that is gone is taken for one that is there, as long as the storage lists a part of it. */
    LISTED_PARTS_BELIEVED(ScheduleKind.LEDGER, 750),
    /** A job merges files while their owner publishes them, before anything durable says that they were visible. */
    COMPACTED_AT_ONCE(ScheduleKind.LEDGER, 610),
    /** A job deletes temporary files that still have an owner. */
    TEMPORARY_FILES_CLEANED(ScheduleKind.LEDGER, 92),

    /** The worker commits what it has delivered and not what the task has written; retention follows. */
    WORKER_COMMITS_DELIVERED(ScheduleKind.SINK, 4),
    /** The worker drops a record on its way to the task. */
    WORKER_DROPS_RECORD(ScheduleKind.SINK, 2),
    /** The worker delivers a batch again that the task has taken. */
    WORKER_DELIVERS_TWICE(ScheduleKind.SINK, 4),

    /** A new source task is told the offsets before the last ones. */
    OFFSETS_ARE_STALE(ScheduleKind.CHAIN, 1),
    /** Offsets are kept before their records, outside of a transaction. */
    OFFSETS_BEFORE_RECORDS(ScheduleKind.CHAIN, 2),
    /** A source task that was replaced can still commit. */
    PRODUCER_NOT_FENCED(ScheduleKind.CHAIN, 4),
    /** A record is lost between task and topic. */
    RECORD_NOT_SENT(ScheduleKind.CHAIN, 21),
    /** The source sees ledger entries whose position is too high. */
    LEDGER_POSITION_TOO_HIGH(ScheduleKind.CHAIN, 5569),

    /** Files of an entry are appended before there is an entry after it. */
    SUCCESSOR_NOT_AWAITED(ScheduleKind.TABLE, 5),
    /** Who appends on a newer base finds the positions that it has read before. */
    POSITIONS_NOT_COMPARED_AGAIN(ScheduleKind.TABLE, 1),
    /** Entries are deleted before the table has them. */
    ENTRIES_NOT_RETAINED(ScheduleKind.TABLE, 3),
    /** Positions are in the summaries of snapshots only, which expire. */
    POSITIONS_EXPIRE(ScheduleKind.TABLE, 3),
    /** An appender finds the ids of any ledger right. */
    CHAIN_NOT_COMPARED(ScheduleKind.TABLE, 26),
    /** An appender takes an entry that owners without a table have deleted for one without files. */
    GONE_ENTRIES_PASSED_OVER(ScheduleKind.TABLE, 58),
    /** An entry repeats its predecessor without the files of that. */
    REPEATED_WITHOUT_FILES(ScheduleKind.TABLE, 1),
    /** An append without files, which only moves positions, makes no snapshot that a catalog could compare. */
    POSITIONS_MOVE_WITHOUT_SNAPSHOT(ScheduleKind.TABLE, 17);

    private final ScheduleKind kind;
    private final long knownSeed;

    PlantedBug(ScheduleKind kind, long knownSeed) {
        this.kind = kind;
        this.knownSeed = knownSeed;
    }

    /** The schedules that are searched for it. */
    ScheduleKind kind() {
        return kind;
    }

    /** A schedule that finds it. */
    long knownSeed() {
        return knownSeed;
    }
}

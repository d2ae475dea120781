package io.parquetry.simulation;

/** What happens at a {@link Step}. */
enum Fault {
    NONE,
    /** The step is not done, and the process is told so. */
    FAILS,
    /** The step is done, and the process is told that it failed. */
    REPLY_LOST,
    /** The process is told that the step failed; it is done later, perhaps after the death of the process. */
    DELAYED,
    /** The step is done, and done again later. */
    TWICE,
    /** The process dies before the step. */
    DIES_BEFORE,
    /** The process dies after the step. */
    DIES_AFTER,
    /** The process dies, and the step is done later. */
    DIES_DELAYED,
    /** All other processes run for a while before the step. */
    PAUSED;

    /**
     * Whether a step can have it. The parts of a file are numbered, and a storage recognizes the second request for one
     * new file, so neither lands a second time.
     */
    boolean isPossibleAt(Step step, StorageKind kind) {
        boolean isChange = step.isPartOf(kind) && step.isRequest() && !step.isRead();
        boolean mayBeLate = isChange && (kind.isRemote() && step != Step.WRITE || step == Step.TABLE_COMMIT);
        return switch (this) {
            case NONE -> step.isPartOf(kind);
            case PAUSED, FAILS -> step.isPartOf(kind) && step.isRequest();
            case DIES_BEFORE -> step.isPartOf(kind) && step != Step.CLOCK;
            case REPLY_LOST, DIES_AFTER -> isChange;
            case DELAYED, DIES_DELAYED -> mayBeLate;
            case TWICE -> mayBeLate && step != Step.CREATE;
        };
    }
}

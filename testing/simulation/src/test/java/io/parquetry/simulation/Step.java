package io.parquetry.simulation;

/** What a process does between two moments at which another process may run. */
enum Step {
    LIST,
    READ,
    LENGTH,
    CREATE,
    WRITE,
    SYNC,
    LINK,
    SYNC_DIRECTORY,
    UNLINK,
    RENAME,
    PUT,
    /** An upload begins, invisible. */
    UPLOAD,
    /** A part of an upload is sent. */
    PART,
    /** An upload becomes visible. */
    COMPLETE,
    ABORT,
    DELETE,
    /** A table is read from its catalog. */
    TABLE_READ,
    /** A table is changed in its catalog. */
    TABLE_COMMIT,
    /** The process reads a clock. */
    CLOCK,
    /** The worker calls the task. */
    WORKER;

    /** Whether a storage of this kind has such a step. */
    boolean isPartOf(StorageKind kind) {
        return switch (this) {
            case LINK, SYNC_DIRECTORY -> kind == StorageKind.LOCAL;
            case PUT, UPLOAD, PART, COMPLETE, ABORT -> kind == StorageKind.OBJECTS;
            case CREATE, WRITE, SYNC, UNLINK, RENAME -> kind != StorageKind.OBJECTS;
            case LIST, READ, LENGTH, DELETE, TABLE_READ, TABLE_COMMIT, CLOCK, WORKER -> true;
        };
    }

    /** Whether it changes nothing. */
    boolean isRead() {
        return switch (this) {
            case LIST, READ, LENGTH, TABLE_READ, CLOCK, WORKER -> true;
            case CREATE, WRITE, SYNC, LINK, SYNC_DIRECTORY, UNLINK, RENAME -> false;
            case PUT, UPLOAD, PART, COMPLETE, ABORT, DELETE, TABLE_COMMIT -> false;
        };
    }

    /** Whether storage or catalog take part in it. */
    boolean isRequest() {
        return this != CLOCK && this != WORKER;
    }
}

package io.parquetry.connect.sink.schema;

/** What comes of it when a record of one form meets the files of another. */
sealed interface Meeting {
    /** Both go together: from here on files of both are written in {@code form}. */
    record Together(Form form) implements Meeting {}

    /** Each has files of its own, because the user wants it so. */
    record Separate() implements Meeting {}

    /**
     * Each has files of its own, because no file holds both.
     *
     * @param reason for people
     */
    record Conflict(String reason) implements Meeting {}
}

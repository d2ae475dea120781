package io.parquetry.storage.azure;

/** What a request does, with the action of a role that it needs. */
enum AzureAction {
    LIST("list", "blobs/read"),
    LOOK("look at", "blobs/read"),
    READ("read", "blobs/read"),
    CREATE("create", "blobs/add/action or blobs/write"),
    DELETE("delete", "blobs/delete"),
    SEND_BLOCK("upload a block of", "blobs/write"),
    COMMIT("commit the blocks of", "blobs/write, and blobs/tags/write for tags");

    private final String verb;
    private final String permission;

    AzureAction(String verb, String permission) {
        this.verb = verb;
        this.permission = permission;
    }

    /** Whether it carries data of files, or has the store put them together, which may take its time. */
    boolean isLong() {
        return switch (this) {
            case READ, SEND_BLOCK, COMMIT -> true;
            case LIST, LOOK, CREATE, DELETE -> false;
        };
    }

    /** Whether it is refused where the key is taken. */
    boolean isCreation() {
        return this == CREATE || this == COMMIT;
    }

    String verb() {
        return verb;
    }

    String permission() {
        return permission;
    }
}

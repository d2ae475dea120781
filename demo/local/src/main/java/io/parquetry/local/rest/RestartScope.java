package io.parquetry.local.rest;

/** The parts of a connector that a restart includes. */
public enum RestartScope {
    CONNECTOR_AND_TASKS("includeTasks=true&onlyFailed=false"),
    FAILED_PARTS("includeTasks=true&onlyFailed=true");

    private final String query;

    RestartScope(String query) {
        this.query = query;
    }

    String query() {
        return query;
    }
}

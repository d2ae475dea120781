package io.parquetry.simulation;

/** What the handle of an upload says: the id of the upload, and the number of its parts. */
record SimulatedUpload(String id, int parts) {
    static SimulatedUpload parse(String handle) {
        int space = handle.indexOf(' ');
        return new SimulatedUpload(handle.substring(0, space), Integer.parseInt(handle.substring(space + 1)));
    }

    String handle() {
        return id + " " + parts;
    }
}

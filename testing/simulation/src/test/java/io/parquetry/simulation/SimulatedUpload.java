package io.parquetry.simulation;

/** What the receipt of a staged file says: the id of the upload, and the number of its parts. */
record SimulatedUpload(String id, int parts) {
    static SimulatedUpload parse(String receipt) {
        int space = receipt.indexOf(' ');
        return new SimulatedUpload(receipt.substring(0, space), Integer.parseInt(receipt.substring(space + 1)));
    }

    String receipt() {
        return id + " " + parts;
    }
}

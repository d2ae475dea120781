package io.parquetry.connect.sink.write;

import java.util.Map;

/**
 * Where the file of a record goes. Both are decided when the record is taken: the partition fields of a table may
 * change before its file is opened.
 *
 * @param directory inside the storage
 * @param keyValues what the footer says of the partition of a table that the directory is of; empty without one
 */
record FilePlace(String directory, Map<String, String> keyValues) {}

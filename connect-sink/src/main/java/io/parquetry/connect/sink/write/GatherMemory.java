package io.parquetry.connect.sink.write;

/**
 * The memory in which spilled rows of a file are brought together again.
 *
 * @param rowGroupBytesMax bytes that a row group may have before it is written
 * @param held is told whenever the file holds more or less than before
 */
record GatherMemory(long rowGroupBytesMax, Runnable held) {}

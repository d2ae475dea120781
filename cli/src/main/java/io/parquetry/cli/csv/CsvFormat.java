package io.parquetry.cli.csv;

import java.util.Optional;

/**
 * How CSV is written.
 *
 * @param delimiter between the fields of a record
 * @param header whether the first record has the names of the columns
 * @param nullText a text that stands for null, besides an empty field without quotes
 */
public record CsvFormat(char delimiter, boolean header, Optional<String> nullText) {}

/** Rows as CSV (RFC 4180), in and out, on the JSON forms of {@code json}. It opens no file. */
package io.parquetry.cli.csv;

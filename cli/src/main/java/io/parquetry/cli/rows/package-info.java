/**
 * The commands that print rows. What a row looks like is in {@code json}; which files there are is in {@code input}.
 */
package io.parquetry.cli.rows;

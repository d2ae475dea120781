/** {@code parquetry diff}: schemas and rows of two tables beside each other. */
package io.parquetry.cli.diff;

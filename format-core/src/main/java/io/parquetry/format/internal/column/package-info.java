/**
 * One column chunk. The writers take (repetition level, value), cut pages, decide on the dictionary and gather
 * statistics; the readers give batches of primitive arrays back. Pages are finished elsewhere ({@code internal.page});
 * what a record is, is not known here.
 */
package io.parquetry.format.internal.column;

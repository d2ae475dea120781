/**
 * Filters on rows: the model ({@link io.parquetry.format.filter.Filter}), its text form, and what a predicate means for
 * files of one schema ({@link io.parquetry.format.filter.FilterBinding}). Nothing here reads a file: row groups, pages
 * and rows are left out in {@code io.parquetry.format.internal.rowgroup}.
 */
package io.parquetry.format.filter;

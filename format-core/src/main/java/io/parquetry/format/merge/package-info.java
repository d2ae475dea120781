/**
 * Joins files of one schema into one: row groups are copied as they are, with their pages, and the footer is written
 * anew. No value is decoded, so rows are neither sorted nor put into larger row groups.
 */
package io.parquetry.format.merge;

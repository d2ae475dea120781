/**
 * The variant value: self-describing semi-structured data in two byte strings (VariantEncoding.md). It knows no
 * columns; how a shredded variant comes back together is the business of {@code internal.record}.
 */
package io.parquetry.format.variant;

/**
 * The parts of a file around its row groups: magic bytes, indexes and footer, written by {@link
 * io.parquetry.format.internal.footer.FileLayout} and read by {@link io.parquetry.format.internal.footer.FooterReader},
 * which checks all that the footer says about places and sizes. Pages and their values are not read here.
 */
package io.parquetry.format.internal.footer;

/**
 * {@code layout}: a file as a picture, one HTML page without any reference to the network. {@link
 * io.parquetry.cli.layout.OutlineReader} makes the model of the file's bytes from footer and indexes, {@link
 * io.parquetry.cli.layout.PageDetails} reads single pages, {@link io.parquetry.cli.layout.Advisor} finds what could be
 * better, and {@link io.parquetry.cli.layout.LayoutPage} makes the page. The page's script draws what it gets; it
 * computes no fact.
 */
package io.parquetry.cli.layout;

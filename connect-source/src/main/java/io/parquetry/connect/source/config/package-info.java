/**
 * The configuration of the source: one file per subject holds its settings, enums and keys, and {@link
 * io.parquetry.connect.source.config.SourceSettings} joins them. Values with their own syntax, such as path patterns,
 * templates of names and offset bounds, are parsed here and answer for single paths, topics or files. Nothing else
 * reads configuration, except the index of the task, which the connector adds.
 */
package io.parquetry.connect.source.config;

/**
 * The configuration of the source: one file per subject holds its settings, enums and keys, and {@link
 * io.parquetry.connect.source.config.SourceSettings} joins them. Nothing else reads configuration, except the index of
 * the task, which the connector adds.
 */
package io.parquetry.connect.source.config;

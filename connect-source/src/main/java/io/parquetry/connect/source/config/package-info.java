/**
 * What the user can set: {@link io.parquetry.connect.source.config.SourceConfig} has the keys, group by group, {@link
 * io.parquetry.connect.source.config.SourceSettings} the parsed and checked values. Nothing else reads configuration.
 */
package io.parquetry.connect.source.config;

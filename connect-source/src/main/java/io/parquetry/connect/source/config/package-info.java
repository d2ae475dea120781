/**
 * What the user can set: {@link io.parquetry.connect.source.config.SourceConfig} describes the keys, {@link
 * io.parquetry.connect.source.config.SourceSettings} holds the parsed and checked values. Nothing else reads
 * configuration.
 */
package io.parquetry.connect.source.config;

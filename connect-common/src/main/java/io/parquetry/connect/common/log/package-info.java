/**
 * What reaches logs and messages: {@link io.parquetry.connect.common.log.Log} is the logger of the connectors, {@link
 * io.parquetry.connect.common.log.Escaped} makes text of files and records harmless for them. Nothing is decided here.
 */
package io.parquetry.connect.common.log;

/** The version that both connectors report to a worker. */
package io.parquetry.connect.common.version;

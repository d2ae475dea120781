/** The version that both connectors report to a worker, and the oldest worker that they run on. */
package io.parquetry.connect.common.version;

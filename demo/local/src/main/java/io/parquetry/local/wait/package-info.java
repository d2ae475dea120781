/** Waiting for another process with a limit. It knows no broker and no worker. */
package io.parquetry.local.wait;

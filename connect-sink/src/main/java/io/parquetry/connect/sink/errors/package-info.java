/**
 * Records that cannot be stored: they are reported with their place, or they end the task; they are never skipped in
 * silence. Trouble of the storage is not here: it may pass, a bad record stays bad.
 */
package io.parquetry.connect.sink.errors;

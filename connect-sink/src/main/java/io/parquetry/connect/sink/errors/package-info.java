/**
 * What goes wrong: records that cannot be stored, which are reported, counted or end the task but are never skipped in
 * silence; and a storage that fails, which is tried again for a while. A bad record stays bad and is never tried again.
 */
package io.parquetry.connect.sink.errors;

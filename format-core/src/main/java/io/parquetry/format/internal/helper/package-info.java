/**
 * Work that an idle core of the machine may take over from the thread that needs it done. It knows nothing of what the
 * work is, and nothing depends on whether anybody takes it: results are the same, and whoever needs one and finds that
 * nobody has begun does the work itself.
 */
package io.parquetry.format.internal.helper;

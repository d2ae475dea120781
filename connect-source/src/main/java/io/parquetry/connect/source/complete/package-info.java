/**
 * What happens after rows were sent: {@link io.parquetry.connect.source.complete.DeliveryTracker} counts the worker's
 * answers for the records of a file, {@link io.parquetry.connect.source.complete.CompletionAction} keeps, deletes or
 * moves the file. Whether an offset is committed is not known here.
 */
package io.parquetry.connect.source.complete;

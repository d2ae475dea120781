/**
 * What happens after rows were sent: {@link io.parquetry.connect.source.complete.DeliveryTracker} counts what the worker says of
 * the records of a file, {@link io.parquetry.connect.source.complete.CompletionAction} keeps, deletes or moves the file. When a
 * file's position is durable is for those to say who know positions.
 */
package io.parquetry.connect.source.complete;

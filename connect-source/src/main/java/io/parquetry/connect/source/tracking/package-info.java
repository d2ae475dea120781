/**
 * What has been sent: {@link io.parquetry.connect.source.tracking.FileTracker} knows the files of a task, {@link
 * io.parquetry.connect.source.tracking.TrackedFile} how far one of them was sent, {@link
 * io.parquetry.connect.source.tracking.CommittedPositions} what Connect has committed, {@link
 * io.parquetry.connect.source.tracking.AlteredOffsets} which positions a user may set. A file that was sent whole is
 * kept, deleted or moved by {@link io.parquetry.connect.source.tracking.CompletionAction}. No rows are read here.
 */
package io.parquetry.connect.source.tracking;

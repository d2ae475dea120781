/**
 * What has been sent: {@link io.parquetry.connect.source.tracking.FileTracker} knows the files of a task, {@link
 * io.parquetry.connect.source.tracking.TrackedFile} how far one of them was sent, {@link
 * io.parquetry.connect.source.tracking.CommittedPositions} what Connect has committed. No rows are read here.
 */
package io.parquetry.connect.source.tracking;

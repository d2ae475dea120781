/**
 * Which row is sent next: {@link io.parquetry.connect.source.merge.ReadPlanner} orders the unsent files, {@link
 * io.parquetry.connect.source.merge.StreamScheduler} takes turns among streams and reads their files, {@code
 * StreamMerge} merges the files of one stream by stored offset. Rows are not converted here.
 */
package io.parquetry.connect.source.merge;

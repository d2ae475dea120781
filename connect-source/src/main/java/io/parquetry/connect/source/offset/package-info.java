/**
 * What Connect keeps for us about how far a file was sent: {@link io.parquetry.connect.source.offset.SourcePartition}
 * names the file, {@link io.parquetry.connect.source.offset.SourcePosition} is the place in it. Maps are made and read
 * here and nowhere else; users see them in Connect's REST API.
 */
package io.parquetry.connect.source.offset;

package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The source offsets that Connect has committed: positions of files and of streams. */
public final class CommittedPositions {
    /** Reads the offsets that Connect has for these partitions; null for a partition without one. */
    public interface OffsetReader {
        Map<Map<String, String>, Map<String, Object>> offsets(Collection<Map<String, String>> partitions);
    }

    private final OffsetReader reader;

    public CommittedPositions(OffsetReader reader) {
        this.reader = Objects.requireNonNull(reader, "reader");
    }

    /** The positions of files by their paths, without files that have none. */
    Map<String, FilePosition> ofFiles(Collection<String> paths) {
        List<Map<String, String>> partitions = new ArrayList<>(paths.size());
        paths.forEach(path -> partitions.add(new SourcePartition.OfFile(path).toMap()));
        Map<String, FilePosition> positions = new HashMap<>();
        offsets(partitions).forEach((partition, offset) -> {
            if (offset != null) {
                positions.put(partition.get(SourcePartition.FILE), FilePosition.fromMap(offset));
            }
        });
        return positions;
    }

    /** The positions of streams, without streams that have none. */
    Map<SinkStream, StreamPosition> ofStreams(Collection<SinkStream> streams) {
        Map<Map<String, String>, SinkStream> partitions = new HashMap<>();
        streams.forEach(stream -> partitions.put(new SourcePartition.OfStream(stream).toMap(), stream));
        Map<SinkStream, StreamPosition> positions = new HashMap<>();
        offsets(partitions.keySet()).forEach((partition, offset) -> {
            if (offset != null) {
                positions.put(partitions.get(partition), StreamPosition.fromMap(offset));
            }
        });
        return positions;
    }

    /** Those of the offsets that Connect has committed, itself or a later one of the same partition. */
    List<SourceOffset> reached(Collection<SourceOffset> sent) {
        Map<Map<String, String>, Map<String, Object>> offsets =
                offsets(sent.stream().map(SourceOffset::partition).distinct().toList());
        return sent.stream()
                .filter(offset -> isReached(offset, offsets.get(offset.partition())))
                .toList();
    }

    private static boolean isReached(SourceOffset sent, Map<String, Object> committed) {
        return committed != null && SourcePartition.fromMap(sent.partition()).reaches(committed, sent);
    }

    private Map<Map<String, String>, Map<String, Object>> offsets(Collection<Map<String, String>> partitions) {
        return partitions.isEmpty() ? Map.of() : reader.offsets(partitions);
    }
}

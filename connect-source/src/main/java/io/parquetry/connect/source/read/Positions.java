package io.parquetry.connect.source.read;

import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What Connect has committed: positions of files and of streams. */
public final class Positions {
    /** Gives the offsets that Connect has for these partitions; null for those that it does not know. */
    public interface Committed {
        Map<Map<String, String>, Map<String, Object>> offsets(Collection<Map<String, String>> partitions);
    }

    private final Committed committed;

    public Positions(Committed committed) {
        this.committed = Objects.requireNonNull(committed, "committed");
    }

    /** The positions of files, by path; those that were never sent are missing. */
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

    /** The positions of streams; those of which none was ever kept are missing. */
    Map<Stream, StreamPoint> ofStreams(Collection<Stream> streams) {
        Map<Map<String, String>, Stream> partitions = new HashMap<>();
        streams.forEach(stream -> partitions.put(new SourcePartition.OfStream(stream).toMap(), stream));
        Map<Stream, StreamPoint> positions = new HashMap<>();
        offsets(partitions.keySet()).forEach((partition, offset) -> {
            if (offset != null) {
                positions.put(partitions.get(partition), StreamPoint.fromMap(offset));
            }
        });
        return positions;
    }

    /** Of these, the ones behind which Connect would let a new task go on. */
    List<SourceOffset> durable(Collection<SourceOffset> marks) {
        Map<Map<String, String>, Map<String, Object>> offsets =
                offsets(marks.stream().map(SourceOffset::partition).distinct().toList());
        return marks.stream()
                .filter(mark -> isReached(mark, offsets.get(mark.partition())))
                .toList();
    }

    private static boolean isReached(SourceOffset mark, Map<String, Object> offset) {
        return offset != null && SourcePartition.fromMap(mark.partition()).reaches(offset, mark.offset());
    }

    private Map<Map<String, String>, Map<String, Object>> offsets(Collection<Map<String, String>> partitions) {
        return partitions.isEmpty() ? Map.of() : committed.offsets(partitions);
    }
}

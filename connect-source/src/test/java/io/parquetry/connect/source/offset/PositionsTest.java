package io.parquetry.connect.source.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** Positions are parsed from their maps, whatever class JSON gave their numbers; other maps are refused. */
class PositionsTest {
    private static final FilePosition POSITION =
            new FilePosition(3, Optional.of(new FileIdentity(10, 1L << 40, 1_700_000_000_000L, "ab12")));

    @Test
    void positionsComeBackFromTheirMaps() {
        for (FilePosition position : List.of(
                POSITION,
                FilePosition.DONE,
                new FilePosition(7, Optional.empty()),
                POSITION.at(10),
                POSITION.at(10).losing(4))) {
            assertThat(FilePosition.fromMap(position.toMap())).isEqualTo(position);
        }
        for (StreamPoint point : List.of(StreamPoint.START, StreamPoint.END, new StreamPoint(2, 1L << 40))) {
            assertThat(StreamPosition.fromMap(new StreamPosition(point).toMap()).next())
                    .isEqualTo(point);
        }
        for (SourcePartition partition : List.of(
                new SourcePartition.OfFile("a/b.parquet"), new SourcePartition.OfStream(new Stream("a.b-c_d", 12)))) {
            assertThat(SourcePartition.fromMap(partition.toMap())).isEqualTo(partition);
        }
    }

    @Test
    void usersNeedNotWriteEverything() {
        assertThat(FilePosition.fromMap(Map.of("row", 5))).isEqualTo(new FilePosition(5, Optional.empty()));
        assertThat(FilePosition.fromMap(Map.of("done", true))).isEqualTo(FilePosition.DONE);
        assertThat(StreamPosition.fromMap(Map.of("offset", 5)).next()).isEqualTo(new StreamPoint(0, 5));
        assertThat(StreamPosition.fromMap(Map.of("done", true)).next()).isEqualTo(StreamPoint.END);
    }

    @Test
    void numbersMayHaveBecomeOthers() {
        Map<String, Object> map = new HashMap<>(POSITION.toMap());
        map.put("row", 3);
        map.put("rows", 10.0);

        assertThat(FilePosition.fromMap(map)).isEqualTo(POSITION);
        assertThat(StreamPosition.fromMap(Map.of("generation", 1L, "offset", 2.0))
                        .next())
                .isEqualTo(new StreamPoint(1, 2));
    }

    @Test
    void aFileIsFinishedWhenItIsAsItWasAndAllRowsWereSent() {
        assertThat(POSITION.isFinished(1L << 40, 1_700_000_000_000L)).isFalse();
        assertThat(POSITION.at(10).isFinished(1L << 40, 1_700_000_000_000L)).isTrue();
        assertThat(POSITION.at(10).isFinished(1L << 39, 1_700_000_000_000L)).isFalse();
        assertThat(POSITION.at(10).isFinished(1L << 40, 1_700_000_000_001L)).isFalse();
        assertThat(FilePosition.DONE.isFinished(1, 2)).isTrue();
        assertThat(new FilePosition(7, Optional.empty()).isFinished(1, 2)).isFalse();
    }

    @Test
    void otherPlacesInFilesAreRefusedWithWhatTheyMustBe() {
        Map<String, Object> behind = new HashMap<>(POSITION.toMap());
        behind.put("row", 11L);
        Map<String, Object> half = new HashMap<>(POSITION.toMap());
        half.put("row", 1.5);
        Map<String, Object> without = new HashMap<>(POSITION.toMap());
        without.remove("size");

        for (Map<String, Object> map : List.of(
                behind,
                half,
                without,
                Map.<String, Object>of(),
                Map.<String, Object>of("row", -1),
                Map.<String, Object>of("row", 1, "colour", "red"),
                Map.<String, Object>of("done", false))) {
            assertThatThrownBy(() -> FilePosition.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("{\"row\": n}")
                    .hasMessageContaining("{\"done\": true}");
        }
    }

    @Test
    void otherPlacesInStreamsAreRefusedWithWhatTheyMustBe() {
        for (Map<String, Object> map : List.of(
                Map.<String, Object>of("offset", -1),
                Map.<String, Object>of("generation", 1),
                Map.<String, Object>of("offset", 1, "row", 1),
                Map.<String, Object>of("generation", 1L << 40, "offset", 1))) {
            assertThatThrownBy(() -> StreamPosition.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("{\"offset\": n}");
        }
    }

    @Test
    void otherPartitionsAreRefusedWithWhatTheyMustBe() {
        for (Map<String, Object> map : List.of(
                Map.<String, Object>of("topic", "x"),
                Map.<String, Object>of("file", 1),
                Map.<String, Object>of("stream", "orders"),
                Map.<String, Object>of("stream", "orders+-1"),
                Map.<String, Object>of("file", "a", "stream", "b+1"))) {
            assertThatThrownBy(() -> SourcePartition.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("{\"file\":")
                    .hasMessageContaining("{\"stream\":");
        }
    }
}

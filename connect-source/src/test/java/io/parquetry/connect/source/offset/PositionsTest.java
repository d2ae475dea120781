package io.parquetry.connect.source.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.StoredFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** Positions are parsed from their maps, whatever class JSON gave their numbers; other maps are refused. */
class PositionsTest {
    private static final FilePosition POSITION =
            new FilePosition(3, Optional.of(new FileIdentity(10, 1L << 40, 1_700_000_000_000L, "", "ab12", 0, "")));
    private static final FilePosition NO_ROWS =
            new FilePosition(0, Optional.of(new FileIdentity(0, 100, 1_700_000_000_000L, "", "cd34", 0, "")));

    private static final StreamPoint LAST_GENERATION = new StreamPoint(Integer.MAX_VALUE, 1);

    @Test
    void positionsComeBackFromTheirMaps() {
        for (FilePosition position : List.of(
                POSITION,
                FilePosition.DONE,
                new FilePosition(7, Optional.empty()),
                POSITION.at(0),
                POSITION.at(10),
                POSITION.at(10).losing(4),
                POSITION.at(10).losing(1).sending(1),
                POSITION.losing(3),
                POSITION.sending(3),
                NO_ROWS)) {
            assertThat(FilePosition.fromMap(position.toMap())).isEqualTo(position);
        }
        for (StreamPoint point :
                List.of(StreamPoint.START, StreamPoint.END, new StreamPoint(2, 1L << 40), LAST_GENERATION)) {
            assertThat(StreamPosition.fromMap(new StreamPosition(point).toMap()).next())
                    .isEqualTo(point);
        }
        for (SourcePartition partition : List.of(
                new SourcePartition.OfFile("a/b.parquet"),
                new SourcePartition.OfStream(new SinkStream("a.b-c_d", 12)),
                new SourcePartition.OfStream(new SinkStream("a/b", "c", 0)))) {
            assertThat(SourcePartition.fromMap(partition.toMap())).isEqualTo(partition);
        }
    }

    @Test
    void aPositionNamesOnlyWhatIsSoOfItsFile() {
        assertThat(POSITION.toMap()).doesNotContainKeys("lost", "sent");
        assertThat(POSITION.losing(1).toMap()).containsEntry("lost", 1L).doesNotContainKey("sent");
        assertThat(POSITION.sending(1).toMap()).containsEntry("sent", 1L).doesNotContainKey("lost");
        assertThat(new StreamPosition(new StreamPoint(1, 2)).toMap()).containsOnlyKeys("generation", "offset");
    }

    @Test
    void aFileIsSentWholeOnlyFromItsFirstRowToItsLast() {
        assertThat(POSITION.at(10).sending(10).isSentWhole()).isTrue();
        assertThat(NO_ROWS.isSentWhole()).isTrue();

        assertThat(POSITION.at(10).sending(9).isSentWhole()).isFalse();
        assertThat(POSITION.sending(3).isSentWhole()).isFalse();
        assertThat(POSITION.at(10).isSentWhole()).isFalse();
        assertThat(FilePosition.DONE.isSentWhole()).isFalse();
    }

    @Test
    void aPositionThatAUserMovesBackHasSentNoMoreThanThat() {
        Map<String, Object> moved = new HashMap<>(POSITION.sending(3).toMap());
        moved.put("row", 2);

        assertThat(FilePosition.fromMap(moved)).isEqualTo(POSITION.at(2).sending(2));
        assertThat(POSITION.sending(3).at(1)).isEqualTo(POSITION.at(1).sending(1));
    }

    @Test
    void pointsAreOrderedByGenerationThenByOffset() {
        List<StreamPoint> ordered = List.of(
                StreamPoint.START,
                new StreamPoint(0, 7),
                new StreamPoint(0, 7).next(),
                new StreamPoint(1, 0),
                new StreamPoint(1, 5),
                StreamPoint.END);

        for (int i = 0; i < ordered.size(); i++) {
            for (int j = 0; j < ordered.size(); j++) {
                assertThat(ordered.get(i).isBefore(ordered.get(j)))
                        .as("%s, %s", ordered.get(i), ordered.get(j))
                        .isEqualTo(i < j);
            }
        }
        assertThat(new StreamPoint(0, 7).next()).isEqualTo(new StreamPoint(0, 8));
    }

    @Test
    void anOffsetReachesItselfAndThoseBeforeIt() {
        SourcePartition file = new SourcePartition.OfFile("a.parquet");
        assertThat(file.reaches(POSITION.toMap(), POSITION.toMap())).isTrue();
        assertThat(file.reaches(POSITION.at(4).toMap(), POSITION.toMap())).isTrue();
        assertThat(file.reaches(POSITION.at(2).toMap(), POSITION.toMap())).isFalse();

        SourcePartition stream = new SourcePartition.OfStream(new SinkStream("orders", 0));
        Map<String, Object> seven = new StreamPosition(new StreamPoint(0, 7)).toMap();
        Map<String, Object> altered = new StreamPosition(new StreamPoint(1, 0)).toMap();
        assertThat(stream.reaches(seven, seven)).isTrue();
        assertThat(stream.reaches(altered, seven)).isTrue();
        assertThat(stream.reaches(seven, altered)).isFalse();
    }

    @Test
    void aStreamWithoutItsDirectoryIsThatOfEarlierVersions() {
        SinkStream stream = new SinkStream("archive", "orders", 3);
        assertThat(stream.anywhere()).isEqualTo(new SinkStream("orders", 3));
        assertThat(stream.anywhere().anywhere()).isEqualTo(new SinkStream("orders", 3));
        assertThat(new SourcePartition.OfStream(stream).toMap()).isEqualTo(Map.of("stream", "archive/orders+3"));
    }

    @Test
    void theFilesThatAStreamNamesComeBack() {
        StreamPosition position = new StreamPosition(
                new StreamPoint(1, 9), Map.of("a b/c d.parquet", "ab12", "e.parquet", "cd34"), false);

        assertThat(StreamPosition.fromMap(position.toMap())).isEqualTo(position);
        assertThat(StreamPosition.fromMap(position.inherited().toMap())).isEqualTo(position.inherited());
        assertThat(position.inherited().inherits()).isTrue();
    }

    @Test
    void theFilesThatAStreamNamesHoldForThatPointOnly() {
        Map<String, Object> map =
                new HashMap<>(new StreamPosition(new StreamPoint(1, 9), Map.of("a.parquet", "ab12"), false).toMap());

        map.put("offset", 8);
        assertThat(StreamPosition.fromMap(map).files()).isEmpty();
        map.put("offset", 9);
        map.put("generation", 0);
        assertThat(StreamPosition.fromMap(map).files()).isEmpty();
    }

    @Test
    void aLineWithoutAFooterNamesNoFile() {
        assertThat(StreamPosition.fromMap(Map.of("offset", 9, "files", "0:9\nab12\n a.parquet\ncd34 b.parquet"))
                        .files())
                .isEqualTo(Map.of("b.parquet", "cd34"));
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

    private static StoredFile listed(long bytes, long modifiedMs) {
        return new StoredFile("a", bytes, modifiedMs);
    }

    @Test
    void whereThereAreVersionsTheySayWhetherAFileIsAsItWas() {
        FilePosition position =
                new FilePosition(10, Optional.of(new FileIdentity(10, 100, 1_700_000_000_000L, "v1", "ab12", 0, "")));
        assertThat(position.toMap()).containsEntry("version", "v1");
        assertThat(FilePosition.fromMap(position.toMap())).isEqualTo(position);

        assertThat(position.isFinished(new StoredFile("a", 100, 1_700_000_000_999L, "v1")))
                .as("put again")
                .isTrue();
        assertThat(position.isFinished(new StoredFile("a", 100, 1_700_000_000_000L, "v2")))
                .as("another one of the same time and size")
                .isFalse();
        assertThat(position.isFinished(new StoredFile("a", 101, 1_700_000_000_000L, "v1")))
                .isFalse();
        assertThat(position.isFinished(listed(100, 1_700_000_000_000L)))
                .as("the storage has lost its versions")
                .isTrue();
    }

    @Test
    void aPositionOfAnEarlierVersionIsComparedBySizeAndTime() {
        FilePosition earlier = FilePosition.fromMap(Map.of(
                "row", 10L, "rows", 10L, "size", 100L, "modified", 1_700_000_000_000L, "footer", "ab12", "sent", 10L));

        assertThat(earlier.toMap()).doesNotContainKey("version");
        assertThat(earlier.isFinished(new StoredFile("a", 100, 1_700_000_000_000L, "v1")))
                .isTrue();
        assertThat(earlier.isFinished(new StoredFile("a", 100, 1_700_000_000_001L, "v1")))
                .isFalse();
    }

    @Test
    void aFileIsFinishedWhenItIsAsItWasAndAllRowsWereSent() {
        assertThat(POSITION.isFinished(listed(1L << 40, 1_700_000_000_000L))).isFalse();
        assertThat(POSITION.at(10).isFinished(listed(1L << 40, 1_700_000_000_000L)))
                .isTrue();
        assertThat(POSITION.at(10).isFinished(listed(1L << 39, 1_700_000_000_000L)))
                .isFalse();
        assertThat(POSITION.at(10).isFinished(listed(1L << 40, 1_700_000_000_001L)))
                .isFalse();
        assertThat(FilePosition.DONE.isFinished(listed(1, 2))).isTrue();
        assertThat(new FilePosition(7, Optional.empty()).isFinished(listed(1, 2)))
                .isFalse();
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
                Map.<String, Object>of("row", 1, "sent", 1),
                Map.<String, Object>of("done", false))) {
            assertThatThrownBy(() -> FilePosition.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("{\"row\": n}")
                    .hasMessageContaining("{\"done\": true}");
        }
    }

    @Test
    void aPlaceBehindAFileIsRefusedWithTheRowsOfTheFile() {
        assertThatThrownBy(() -> POSITION.at(11)).hasMessage("row 11 is not a row of a file with 10 rows");
        assertThatThrownBy(() -> new FilePosition(-1, Optional.empty())).hasMessage("row -1 is not a row of a file");
        assertThatThrownBy(() -> POSITION.losing(4)).hasMessage("of 3 rows, 4 cannot be lost");
        assertThatThrownBy(() -> POSITION.losing(-1)).hasMessage("of 3 rows, -1 cannot be lost");
        assertThatThrownBy(() -> POSITION.sending(4)).hasMessage("of 3 rows, 4 cannot be sent");
        assertThatThrownBy(() -> POSITION.sending(-1)).hasMessage("of 3 rows, -1 cannot be sent");
        assertThatThrownBy(() -> new FileIdentity(-1, 100, 0, "", "ab", 0, "")).hasMessageContaining("-1 rows");
        assertThatThrownBy(() -> new FileIdentity(1, -1, 0, "", "ab", 0, "")).hasMessageContaining("-1 bytes");
    }

    @Test
    void otherPlacesInStreamsAreRefusedWithWhatTheyMustBe() {
        for (Map<String, Object> map : List.of(
                Map.<String, Object>of("offset", -1),
                Map.<String, Object>of("generation", 1),
                Map.<String, Object>of("offset", 1, "row", 1),
                Map.<String, Object>of("generation", -1, "offset", 1),
                Map.<String, Object>of("generation", 1L << 31, "offset", 1))) {
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
                Map.<String, Object>of("stream", "+1"),
                Map.<String, Object>of("stream", "archive/+1"),
                Map.<String, Object>of("stream", "a+1/orders"),
                Map.<String, Object>of("stream", "/orders+1"),
                Map.<String, Object>of("file", "a", "stream", "b+1"))) {
            assertThatThrownBy(() -> SourcePartition.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("{\"file\":")
                    .hasMessageContaining("{\"stream\":");
        }
    }
}

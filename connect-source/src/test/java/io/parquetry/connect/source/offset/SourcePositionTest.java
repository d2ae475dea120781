package io.parquetry.connect.source.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** Maps give back what they were made from, whatever kind of number JSON made of a number; other maps are refused. */
class SourcePositionTest {
    private static final SourcePosition POSITION = new SourcePosition(3, 10, 1L << 40, "ab12");

    @Test
    void a_position_comes_back_from_its_map() {
        assertThat(SourcePosition.fromMap(POSITION.toMap())).isEqualTo(POSITION);
    }

    @Test
    void numbers_may_have_become_others() {
        Map<String, Object> map = new HashMap<>(POSITION.toMap());
        map.put("row", 3);
        map.put("rows", 10.0);

        assertThat(SourcePosition.fromMap(map)).isEqualTo(POSITION);
    }

    @Test
    void a_file_comes_back_from_its_map() {
        assertThat(SourcePartition.fromMap(SourcePartition.toMap("a/b.parquet")))
                .isEqualTo("a/b.parquet");
    }

    @Test
    void other_maps_are_refused_with_what_they_must_be() {
        Map<String, Object> behind = new HashMap<>(POSITION.toMap());
        behind.put("row", 11L);
        Map<String, Object> half = new HashMap<>(POSITION.toMap());
        half.put("row", 1.5);
        Map<String, Object> without = new HashMap<>(POSITION.toMap());
        without.remove("footer");

        for (Map<String, Object> map : java.util.List.of(behind, half, without)) {
            assertThatThrownBy(() -> SourcePosition.fromMap(map))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("{\"row\": n, \"rows\": n, \"size\": n, \"footer\": \"hash\"}");
        }
        assertThatThrownBy(() -> SourcePartition.fromMap(Map.of("topic", "x")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("{\"file\":");
    }
}

package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.offset.SourcePartition;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The names of files that are gone take bounded memory, also where no record can have a position dropped. */
class FreedNamesTest {
    private final FreedNames names = new FreedNames();

    @Test
    void positionsAreForgottenWithTheirNames() {
        for (int i = 0; i < 30_000; i++) {
            names.add("part-" + i + ".parquet", true);
        }
        assertThat(names.positionCount()).isEqualTo(10_000);

        for (int i = 0; i < 100; i++) {
            names.add("part-29000.parquet", true);
        }
        assertThat(names.positionCount()).isEqualTo(10_000);

        Set<SourcePartition> dropped = new HashSet<>();
        while (names.hasPositions()) {
            names.nextPosition(path -> false).ifPresent(each -> dropped.add(each.partition()));
        }
        assertThat(dropped).hasSize(10_000).contains(new SourcePartition.OfFile("part-20000.parquet"));
    }

    @Test
    void aNameThatIsUsedAgainWithoutAPositionKeepsTheOldOne() {
        names.add("a.parquet", true);
        names.add("a.parquet", false);

        assertThat(names.nextPosition(path -> false)).isPresent();
    }
}

package io.parquetry.connect.common.naming;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.StoragePath;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Each connector, topic and partition has a directory of its own, whatever the name of the connector. */
class LedgerDirectoryTest {
    private static final UUID ID = new UUID(1, 2);

    @Test
    void entriesAndTemporaryFilesAreInTheDirectory() {
        LedgerDirectory directory = new LedgerDirectory("archive", "orders", 3);
        assertThat(directory.path()).isEqualTo("_parquetry/archive/orders/3");
        assertThat(directory.entry(7)).isEqualTo("_parquetry/archive/orders/3/0000000007.commit");
        assertThat(directory.temporary(4, ID)).isEqualTo("_parquetry/archive/orders/3/4-" + ID + ".tmp");
    }

    @Test
    void namesAreParsedByTheirKind() {
        assertThat(LedgerDirectory.sequenceOf("0000000007.commit")).hasValue(7);
        assertThat(LedgerDirectory.sequenceOf("12345678901.commit")).hasValue(12_345_678_901L);
        assertThat(LedgerDirectory.sequenceOf("7.commit")).isEmpty();
        assertThat(LedgerDirectory.sequenceOf("0000000007.commit." + ID + ".tmp"))
                .isEmpty();
        assertThat(LedgerDirectory.unfinishedSequenceOf("0000000007.commit." + ID + ".tmp"))
                .hasValue(7);
        assertThat(LedgerDirectory.unfinishedSequenceOf("0000000007.commit")).isEmpty();
        assertThat(LedgerDirectory.sequenceOf("9999999999999999999.commit")).isEmpty();
        assertThat(LedgerDirectory.epochOf("4-" + ID + ".tmp")).hasValue(4);
        assertThat(LedgerDirectory.epochOf(ID + ".tmp")).isEmpty();
        assertThat(LedgerDirectory.epochOf("0000000007.commit")).isEmpty();
        assertThat(LedgerDirectory.temporaryIdOf("4-" + ID + ".tmp")).hasValue(ID);
        assertThat(LedgerDirectory.temporaryIdOf("4-" + "-".repeat(36) + ".tmp"))
                .isEmpty();
        assertThat(LedgerDirectory.temporaryIdOf("0000000007.commit")).isEmpty();
    }

    @Test
    void aConnectorNameIsEscapedWhereItCouldNotBeADirectory() {
        assertThat(path("my connector/é")).isEqualTo("_parquetry/my%20connector%2F%C3%A9/t/0");
        assertThat(path("..")).isEqualTo("_parquetry/%2E%2E/t/0");
        assertThat(path("100%")).isEqualTo("_parquetry/100%25/t/0");
        assertThat(path("sink.")).as("Azure drops a dot there").isEqualTo("_parquetry/sink%2E/t/0");
    }

    @Test
    void adviceHasRequestsThatReachAConnectorOfAnyName() {
        assertThat(new LedgerDirectory("my connector/é", "t", 0).howToMoveTo(5))
                .contains("PUT /connectors/my%20connector%2F%C3%A9/stop")
                .contains("PATCH /connectors/my%20connector%2F%C3%A9/offsets");
    }

    private static String path(String connector) {
        return new LedgerDirectory(connector, "t", 0).path();
    }

    @Test
    void longNamesRemainDistinct() {
        String one = path("n".repeat(300) + "1");
        String two = path("n".repeat(300) + "2");
        assertThat(one).isNotEqualTo(two);
        assertThat(StoragePath.requireFile(one)).isEqualTo(one);
    }

    @Property(tries = 500)
    void everyConnectorHasADirectoryOfItsOwn(
            @ForAll @StringLength(min = 1, max = 8) String one, @ForAll @StringLength(min = 1, max = 8) String two) {
        Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(one));
        Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(two));
        assertThat(path(one).equals(path(two))).isEqualTo(one.equals(two));
        assertThat(StoragePath.requireFile(path(one)).split("/")).hasSize(4);
    }
}

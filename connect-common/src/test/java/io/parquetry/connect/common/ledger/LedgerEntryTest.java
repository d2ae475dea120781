package io.parquetry.connect.common.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An entry is a document that is read back as it was written, and nothing else is taken for an entry. */
class LedgerEntryTest {
    private static final LedgerFile FILE = new LedgerFile("3-a.tmp", "topics/t/partition=0/f.parquet", 1, 5, 3, 1234);

    private static final UUID ID = UUID.fromString("11111111-2222-3333-4444-555555555555");
    private static final UUID PREVIOUS = UUID.fromString("aaaaaaaa-2222-3333-4444-555555555555");
    private static final String IDS = "\"id\":\"" + ID + "\",\"previous\":\"" + PREVIOUS + "\",";

    private static LedgerEntry entry() {
        OffsetSet published = OffsetSet.from(2);
        published.add(3);
        published.add(5);
        return entry(1, published);
    }

    private static LedgerEntry entry(int generation, OffsetSet published) {
        return new LedgerEntry(
                8,
                ID,
                Optional.of(PREVIOUS),
                3,
                OptionalLong.of(2),
                OptionalLong.empty(),
                generation,
                published,
                List.of(FILE),
                new TreeMap<>(),
                OffsetSet.from(2),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static LedgerEntry parse(String document) {
        return LedgerEntry.parse(document.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aWrittenEntryIsReadBack() {
        assertThat(LedgerEntry.parse(entry().format())).isEqualTo(entry());
        LedgerEntry first = LedgerEntry.first();
        assertThat(LedgerEntry.parse(first.format())).isEqualTo(first);
    }

    @Test
    void theDocumentIsTheOneThatTheDocumentationShows() {
        OffsetSet published = OffsetSet.from(2);
        published.add(3);
        assertThat(entry(0, published).format())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(
                        "{\"format\":2,\"seq\":8," + IDS + "\"epoch\":3,\"nextOffset\":2,\"generation\":0,"
                                + "\"published\":\"OjAAAAEAAAAAAAAAEAAAAAEA\",\"files\":[{\"temp\":\"3-a.tmp\","
                                + "\"final\":\"topics/t/partition=0/f.parquet\",\"first\":1,\"last\":5,\"rows\":3,\"bytes\":1234}]}");
    }

    @Test
    void whatWasWithdrawnStaysUntilThePositionIsBehindIt() {
        OffsetSet offsets = OffsetSet.from(4);
        offsets.add(4);
        offsets.add(9);
        LedgerFile dropped =
                new LedgerFile("3-a.tmp", "f", 4, 9, 2, 1234, Optional.of(new LedgerFile.Upload("upload", offsets)));
        LedgerEntry withdrawing =
                entry().followedBy(10, OffsetSet.from(10), List.of(dropped)).withdrawing(List.of(dropped));
        assertThat(withdrawing.withdrawn()).isEqualTo(offsets);
        assertThat(LedgerEntry.parse(withdrawing.format())).isEqualTo(withdrawing);
        LedgerEntry next = withdrawing.takenOver();
        assertThat(next.withdrawn()).isEqualTo(offsets);
        OffsetSet nine = OffsetSet.from(9);
        nine.add(9);
        assertThat(next.followedBy(9, OffsetSet.from(9), List.of()).withdrawn()).isEqualTo(nine);
        assertThat(next.followedBy(10, OffsetSet.from(10), List.of())
                        .withdrawn()
                        .isEmpty())
                .isTrue();
        assertThat(next.movedTo(OptionalLong.of(5)).withdrawn().isEmpty()).isTrue();
    }

    @Test
    void anEarlierVersionSaysOnlyWhereTheWithdrawnOffsetsEnd() {
        LedgerEntry entry = parse("{\"format\":2,\"seq\":8," + IDS
                + "\"epoch\":1,\"nextOffset\":4,\"withdrawn\":7,\"generation\":0,\"files\":[]}");
        OffsetSet offsets = OffsetSet.from(4);
        offsets.addRange(4, 6);
        assertThat(entry.withdrawn()).isEqualTo(offsets);
    }

    @Test
    void aHaltStaysUntilThePositionIsMoved() {
        Halt halt = new Halt(Halt.Cause.TOPIC_RECREATED, 7, "the topic was deleted");
        LedgerEntry halted = entry().halted(halt);
        assertThat(LedgerEntry.parse(halted.format())).isEqualTo(halted);
        assertThat(halted.format()).asString(StandardCharsets.UTF_8).startsWith("{\"format\":4,");
        assertThat(halted.hasPositionOf(entry())).isTrue();
        assertThat(halted.takenOver().halt()).contains(halt);
        assertThat(halted.followedBy(7, OffsetSet.from(7), List.of()).halt()).contains(halt);
        assertThat(LedgerEntry.firstLike(halted).halt()).contains(halt);
        assertThat(halted.movedTo(OptionalLong.empty()).halt()).isEmpty();
    }

    @Test
    void fieldsOfALaterVersionAreIgnored() {
        LedgerEntry entry =
                parse("{\"format\":2,\"seq\":8," + IDS + "\"epoch\":1,\"generation\":0,\"files\":[],\"more\":{}}");
        assertThat(entry.id()).isEqualTo(ID);
        assertThat(entry.previous()).contains(PREVIOUS);
    }

    @Test
    void anEntryOfAnEarlierVersionHasAnIdOfItsBytes() {
        String document = "{\"format\":1,\"seq\":7,\"epoch\":2,\"nextOffset\":3,\"generation\":0,\"files\":[]}";
        LedgerEntry entry = parse(document);
        assertThat(entry.id()).isEqualTo(parse(document).id());
        assertThat(entry.id())
                .isNotEqualTo(parse(document.replace(":3,", ":4,")).id());
        assertThat(entry.previous()).isEmpty();
        assertThat(entry.takenOver().previous()).contains(entry.id());
        assertThat(entry.takenOver().repeating(entry).repeated())
                .as("it could not be read back")
                .isEmpty();
    }

    @Test
    void anotherFormatIsRefusedWithTheRemedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("{\"format\":5}"))
                .withMessageContaining("newer version");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"format\":2,\"seq\":1,\"epoch\":1,\"generation\":0,\"files\":[]}",
                "{\"format\":2,\"seq\":1,\"id\":\"x\",\"epoch\":1,\"generation\":0,\"files\":[]}",
                "{\"format\":2,\"seq\":2,\"id\":\"11111111-2222-3333-4444-555555555555\",\"epoch\":1,\"generation\":0,\"files\":[]}",
                "{\"format\":1,\"seq\":0,\"epoch\":1,\"generation\":0,\"files\":[]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":5000000000,\"files\":[]}",
                "{\"format\":1,\"seq\":\"1\",\"epoch\":1,\"generation\":0,\"files\":[]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"nextOffset\":-1,\"generation\":0,\"files\":[]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"nextOffset\":null,\"generation\":0,\"files\":[]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0,\"published\":\"OjAAAAEAAAAAAAAAEAAAAAEA\",\"files\":[]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"nextOffset\":1,\"generation\":0,\"published\":\"x\",\"files\":[]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0,\"files\":[{}]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0,\"files\":[{\"temp\":\"a/b\",\"final\":\"c\",\"first\":1,\"last\":1,\"rows\":1,\"bytes\":1}]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0,\"files\":[{\"temp\":\"a\",\"final\":\"../c\",\"first\":1,\"last\":1,\"rows\":1,\"bytes\":1}]}",
                "{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0,\"files\":[{\"temp\":\"a\",\"final\":\"c\",\"first\":1,\"last\":1,\"rows\":2,\"bytes\":1}]}"
            })
    void anInvalidEntryIsRefused(String document) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(document));
    }

    @Test
    void offsetsBelowThePositionAndPublishedOnesAreCovered() {
        LedgerEntry entry = entry();
        assertThat(entry.covers(1)).isTrue();
        assertThat(entry.covers(2)).isFalse();
        assertThat(entry.covers(3)).isTrue();
        assertThat(entry.covers(4)).isFalse();
        assertThat(entry.covers(6)).isFalse();
    }

    @Test
    void aSuccessorHasTheNextNumberAndNamesItsPredecessor() {
        LedgerEntry entry = entry();
        LedgerEntry taken = entry.takenOver();
        assertThat(taken.sequence()).isEqualTo(9);
        assertThat(taken.previous()).contains(ID);
        assertThat(taken.id()).isNotEqualTo(ID);
        assertThat(taken.epoch()).isEqualTo(4);
        assertThat(taken.hasPositionOf(entry)).isTrue();
        assertThat(taken.files()).isEmpty();
        LedgerEntry next = entry.followedBy(7, OffsetSet.from(7), List.of(FILE));
        assertThat(next.sequence()).isEqualTo(9);
        assertThat(next.epoch()).isEqualTo(3);
        assertThat(next.nextOffset()).hasValue(7);
        assertThat(next.files()).containsExactly(FILE);
    }

    @Test
    void anEntryWithoutFilesRepeatsAShortPredecessor() {
        LedgerEntry repeating = entry().takenOver().repeating(entry());
        assertThat(repeating.repeated()).contains(entry());
        assertThat(LedgerEntry.parse(repeating.format())).isEqualTo(repeating);
        assertThat(repeating.takenOver().repeating(repeating).repeated()).contains(repeating.withoutUploads());
        LedgerEntry withFiles = entry().followedBy(7, OffsetSet.from(7), List.of(FILE));
        assertThat(withFiles.repeating(entry()).repeated()).isEmpty();
        LedgerEntry large = entry().followedBy(7, OffsetSet.from(7), Collections.nCopies(33, FILE));
        assertThat(large.takenOver().repeating(large).repeated()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry().takenOver().repeating(entry().takenOver()))
                .withMessageContaining("the one before");
    }

    @Test
    void aPositionThatIsSetBeginsANewGeneration() {
        LedgerEntry moved = entry().movedTo(OptionalLong.of(1));
        assertThat(moved.epoch()).isEqualTo(4);
        assertThat(moved.generation()).isEqualTo(2);
        assertThat(moved.nextOffset()).hasValue(1);
        assertThat(moved.published().isEmpty()).isTrue();
        LedgerEntry first = LedgerEntry.firstAt(OptionalLong.of(5));
        assertThat(first.sequence()).isEqualTo(1);
        assertThat(first.generation()).isEqualTo(1);
        assertThat(first.nextOffset()).hasValue(5);
    }

    @Test
    void theFirstEntryOfAnotherLedgerCanHaveThePositionOfAnEntry() {
        LedgerEntry first = LedgerEntry.firstLike(entry());
        assertThat(first.sequence()).isEqualTo(1);
        assertThat(first.previous()).isEmpty();
        assertThat(first.table().map(TablePosition::sequence))
                .as("no table without a position begins here")
                .contains(0L);
        assertThat(first.hasPositionOf(entry())).isTrue();
        assertThat(first.hasPositionOf(LedgerEntry.firstAt(OptionalLong.of(2)))).isFalse();
        assertThat(first.hasPositionOf(entry().movedTo(OptionalLong.of(2)))).isFalse();
        assertThat(entry().hasPositionOf(entry().followedBy(2, OffsetSet.from(2), List.of())))
                .isFalse();
        assertThat(entry().followedBy(3, OffsetSet.from(3), List.of())
                        .hasPositionOf(entry().followedBy(4, OffsetSet.from(4), List.of())))
                .isFalse();
    }

    @Test
    void aFileCanBeLeftOut() {
        LedgerFile other = new LedgerFile("3-b.tmp", "topics/t/partition=1/g.parquet", 6, 6, 1, 1);
        LedgerEntry entry = entry().followedBy(7, OffsetSet.from(7), List.of(FILE, other));
        assertThat(entry.hasFile(FILE.path())).isTrue();
        assertThat(entry.hasFile("topics/t")).isFalse();
        assertThat(entry.without(FILE.path()).files()).containsExactly(other);
        assertThat(entry.without(FILE.path()).id()).isEqualTo(entry.id());
    }
}

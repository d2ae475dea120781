package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An entry is a document that is read back as it was written, and nothing else is taken for an entry. */
class LedgerEntryTest {
    private static final LedgerFile FILE = new LedgerFile("3-a.tmp", "topics/t/partition=0/f.parquet", 1, 5, 3, 1234);

    private static LedgerEntry entry() {
        OffsetSet published = OffsetSet.from(2);
        published.add(3);
        published.add(5);
        return new LedgerEntry(8, 3, OptionalLong.of(2), 1, published, List.of(FILE));
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
        assertThat(new LedgerEntry(8, 3, OptionalLong.of(2), 0, published, List.of(FILE)).format())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(
                        "{\"format\":1,\"seq\":8,\"epoch\":3,\"nextOffset\":2,\"generation\":0,"
                                + "\"published\":\"OjAAAAEAAAAAAAAAEAAAAAEA\",\"files\":[{\"temp\":\"3-a.tmp\","
                                + "\"final\":\"topics/t/partition=0/f.parquet\",\"first\":1,\"last\":5,\"rows\":3,\"bytes\":1234}]}");
    }

    @Test
    void fieldsOfALaterVersionAreIgnored() {
        assertThat(parse("{\"format\":1,\"seq\":1,\"epoch\":1,\"generation\":0,\"files\":[],\"more\":{}}"))
                .isEqualTo(LedgerEntry.first());
    }

    @Test
    void anotherFormatIsRefusedWithTheRemedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("{\"format\":2}"))
                .withMessageContaining("newer version");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
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
}

package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a column of JSON takes: one document each, as engines do that read the whole column for none that is not. */
class JsonAccessTest {
    private static String written(String text) {
        PrimitiveType column = MessageType.parse("message m { required binary json (JSON); }")
                .leaves()
                .get(0)
                .type();
        LeafAccess access = LeafAccesses.of(
                SchemaBuilder.string().name("io.debezium.data.Json").build(), column);
        @SuppressWarnings("unchecked")
        LeafAccess.OfText<String> texts = (LeafAccess.OfText<String>) access;
        return texts.textOf(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " [1, 2] ", "null", "1e400", "\"\"", "{\"a\":{\"b\":[]}}", "\"\\ud83d\\ude00\""})
    void aDocumentIsWrittenAsItIs(String text) {
        assertThat(written(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5_000})
    void aDocumentMayBeDeep(int levels) {
        String text = "[".repeat(levels) + "]".repeat(levels);
        assertThat(written(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{bad",
                "{\"a\":1",
                "1 2",
                "{} []",
                "[1,]",
                "NaN",
                "'a'",
                "\"\\ud800\"",
                "{\"\\udc00\":1}",
                "\"\\ud83dx\""
            })
    void anythingElseIsABadRecord(String text) {
        assertThatThrownBy(() -> written(text))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageStartingWith("the text \"" + text + "\" of a column of JSON is no JSON: ")
                .hasMessageNotContainingAny("StreamRead", "ReadFeature");
    }
}

package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A topic goes to its listed target, else to the replacement of the rule, else keeps its name. */
class TopicMappingTest {
    private static TopicMapping mapping(String pattern, String replacement) {
        return new TopicMapping(
                Map.of("orders", "sales"), Optional.of(new TopicMapping.Rule(Pattern.compile(pattern), replacement)));
    }

    @Test
    void aListedTopicTakesPrecedenceOverTheRule() {
        TopicMapping mapping = mapping("(o|eu\\.)(.*)", "$2");

        assertThat(mapping.target("orders")).isEqualTo("sales");
        assertThat(mapping.target("eu.orders")).isEqualTo("orders");
        assertThat(mapping.target("us.orders")).isEqualTo("us.orders");
    }

    @Test
    void aReplacementThatIsNoLegalNameIsRefused() {
        assertThatThrownBy(() -> mapping("(.*)", "$1 copy").target("refunds"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the topic refunds")
                .hasMessageContaining("'refunds copy'");
    }
}

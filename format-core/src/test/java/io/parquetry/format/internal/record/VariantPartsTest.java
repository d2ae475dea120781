package io.parquetry.format.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.variant.VariantEncoder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A shredded variant is reconstructed also where a required part is missing. */
class VariantPartsTest {
    private static final byte[] NO_NAMES = {1, 0, 0};
    private static final byte[] NULL = {0};

    @Test
    void aNullElementIsReadAsAVariantNull() {
        VariantParts.Elements elements = new VariantParts.Elements();
        elements.parts.add(null);
        VariantParts.Group variant = new VariantParts.Group();
        variant.metadata = NO_NAMES;
        variant.typedValue = elements;

        assertThat(new VariantParts.Joiner().assemble(variant)).isEqualTo(VariantEncoder.ofArray(List.of(NULL)));
    }
}
